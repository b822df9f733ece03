import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { EVENTS_PATH, LIVE_PLACE_HEADER } from "#contract/kernel/api-bases.ts";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { SideMenu } from "#console/layout/side-menu.tsx";
import { useLiveInvalidation } from "#console/refine/live-provider.ts";
import { resetSession, startSession } from "#web/session/session.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { liveEvents } from "#tests/support/live-events.ts";
import { aPerson, consoleServer, type SeenRequest } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

beforeEach(() => resetSession());

const LIST = "GET /client-api/notification/list";

function Unread() {
  useLiveInvalidation();
  const { data } = useRead(noticeEndpoints.bellList, { query: { perPage: 1 } });
  return <p>Непрочитанных: {data?.meta.total ?? "…"}</p>;
}

/** Reads the same without listening. */
function Bystander() {
  useRead(noticeEndpoints.bellList, { query: { perPage: 1 } });
  return null;
}

test("what changed between the reading of a list and the opening of the stream is read again, and a reconnect asks from where it heard", async () => {
  let total = 1;
  const opened: SeenRequest[] = [];
  const server = consoleServer({
    "POST /open-api/v1/auth/refresh-jwt": { body: { accessToken: "token", refreshToken: "" } },
    "GET /client-api/user/my-info": {
      body: aPerson("FINANCE_MANAGER"),
      headers: { [LIVE_PLACE_HEADER]: "815.3" },
    },
    [LIST]: () => ({ body: { items: [], meta: { page: 1, perPage: 1, lastPage: 1, total } } }),
    [`GET ${EVENTS_PATH}`]: (request) => {
      opened.push(request);
      const word =
        request.headers.get("last-event-id") === "815.3"
          ? 'id: 816.1\ndata: {"resource":"notices"}\n\n'
          : "";
      return {
        raw: `retry: 2000\n\n${word}: here\nid: 817.2\n\n`,
        headers: { "content-type": "text/event-stream" },
      };
    },
  });
  localStorage.setItem("wasSignedIn", "true");
  await startSession();
  renderConsole(
    <>
      <Unread />
      <Bystander />
    </>,
  );
  await screen.findByText("Непрочитанных: 1");
  // While the page is still loading.
  total = 2;
  expect(opened).toEqual([]);
  await screen.findByText("Непрочитанных: 2");
  expect(opened[0]?.headers.get("last-event-id")).toBe("815.3");
  await waitFor(() => expect(opened.length).toBeGreaterThan(1));
  expect(opened[1]?.headers.get("last-event-id")).toBe("817.2");
  expect(server.seen.filter(({ path }) => path === "/client-api/user/my-info")).toHaveLength(1);
});

test("lists of jobs are read again with their offers: states, numbers and unread messages stand in them", async () => {
  resetSession(aPerson("OWNER"), "token");
  let withOffers = 1;
  const server = consoleServer({
    "GET /client-api/job/counts": () => ({
      body: {
        waiting: 0,
        inProgress: 0,
        completed: 0,
        finished: 0,
        withOffers,
        invites: 0,
        offers: 0,
      },
    }),
  });
  const { emit } = liveEvents(server);
  const Counts = () => {
    useLiveInvalidation();
    return <p>С откликами: {useRead(jobEndpoints.counts).data?.withOffers ?? "…"}</p>;
  };
  renderConsole(<Counts />);
  await screen.findByText("С откликами: 1");
  withOffers = 2;
  await emit({ resource: "job-offers", ids: [4] });
  await screen.findByText("С откликами: 2");
});

test("the menu's figures are read again with whatever may wait: registries, payouts, receipts, jobs and offers", async () => {
  resetSession(aPerson("OWNER"), "token");
  let count = 1;
  const server = consoleServer({
    "GET /open-api/v1/account/summary": () => ({
      body: { attention: [{ kind: { id: "PAYROLL_ERRORS", title: "" }, count }] },
    }),
  });
  const { emit } = liveEvents(server);
  const Menu = () => {
    useLiveInvalidation();
    return <SideMenu />;
  };
  renderConsole(<Menu />, { address: "/profile" });
  await screen.findByTitle("Ждёт: 1");
  for (const resource of ["payroll-registries", "payouts", "receipts", "jobs", "job-offers"]) {
    count += 1;
    await emit({ resource, ids: [8] });
    await screen.findByTitle(`Ждёт: ${count}`, undefined, { timeout: 5000 });
  }
}, 30_000);
