import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { SHOWN_COMPANY_HEADER } from "#contract/kernel/api-bases.ts";
import { resetHttpClients } from "#console/calls/http-client.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import * as first from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";

const COUNTS = "GET /client-api/job/counts";
const MY_INFO = "GET /client-api/user/my-info";
const SWITCH = "POST /open-api/v1/auth/switch-account";
const REFRESH = "POST /open-api/v1/auth/refresh-jwt";
const IN_A = aPerson("OWNER");
const IN_B = aPerson("OWNER", { currentAccountID: 2 });
const SWITCHED = {
  status: 409,
  body: { message: "Вы перешли в компанию «Б»: обновите страницу", code: "company_switched" },
};

/** The module again, as another tab has it; the page's address they share. */
const SECOND = new URL("../../../src/web/session/session.ts", import.meta.url).pathname;
const second = (await import(`${SECOND}?second-tab`)) as typeof first;

let assign: ReturnType<typeof vi.fn>;
let reload: ReturnType<typeof vi.fn>;
beforeEach(() => {
  resetHttpClients();
  assign = vi.spyOn(location, "assign").mockImplementation(() => undefined) as never;
  reload = vi.spyOn(location, "reload").mockImplementation(() => undefined) as never;
  first.resetSession(IN_A, "of-the-first");
  second.resetSession(IN_A, "of-the-second");
});
afterEach(() => {
  vi.restoreAllMocks();
  first.resetSession();
  second.resetSession();
});

/** Messages between tabs arrive in order: what follows is not overtaken. */
const heard = () => new Promise((done) => setTimeout(done, 50));
const isHeldBack = async (call: Promise<unknown>) =>
  (await Promise.race([call.then(() => "went on"), heard().then(() => "waits")])) === "waits";

test("a switch sends all tabs to load anew, none goes on with a token, even when the next reading fails", async () => {
  const { seen } = consoleServer({
    [SWITCH]: { body: { accessToken: "of-b", refreshToken: "" } },
    [MY_INFO]: { status: 500 },
  });
  await first.switchAccount(2, "/profile");
  expect(assign).toHaveBeenCalledExactlyOnceWith("/profile");
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect([await isHeldBack(second.bearerToken()), await isHeldBack(first.bearerToken())]).toEqual([
    true,
    true,
  ]);
  expect(await isHeldBack(callEndpoint(jobEndpoints.counts))).toBe(true);
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([SWITCH]);
});

test("a switch that is refused leaves both tabs as they are", async () => {
  consoleServer({ [SWITCH]: { status: 404, body: { message: "Компания не найдена" } } });
  await expect(first.switchAccount(2, "/profile")).rejects.toThrow("Компания не найдена");
  await heard();
  expect([assign.mock.calls, reload.mock.calls]).toEqual([[], []]);
  expect(await second.bearerToken()).toBe("of-the-second");
});

test("a fresh token goes to tabs of the same company only", async () => {
  consoleServer({ [REFRESH]: { body: { accessToken: "fresh", refreshToken: "" } } });
  await first.refreshToken("of-the-first");
  await vi.waitFor(async () => expect(await second.bearerToken()).toBe("fresh"));
  first.resetSession(IN_B, "of-b");
  consoleServer({ [REFRESH]: { body: { accessToken: "fresher", refreshToken: "" } } });
  await first.refreshToken("of-b");
  await heard();
  expect(await second.bearerToken()).toBe("fresh");
});

test.each([
  ["the site", () => callEndpoint(jobEndpoints.counts)],
  ["the console", () => requestEndpoint(jobEndpoints.counts)],
])("calls of %s name the company of the screen, and load anew when refused", async (_, call) => {
  const { seen, set } = consoleServer({ [COUNTS]: { body: {} } });
  const named = () => seen.at(-1)?.headers.get(SHOWN_COMPANY_HEADER);
  await call();
  expect(named()).toBe("1");
  set(COUNTS, SWITCHED);
  await expect(call()).rejects.toMatchObject({ code: "company_switched" });
  expect(reload).toHaveBeenCalledOnce();
  set(COUNTS, { body: {} });
  first.resetSession(aPerson(null), "token");
  await call();
  expect(named()).toBeNull();
  first.resetSession();
  await call();
  expect(named()).toBeNull();
});

test("a page is never relabelled with another company: it loads anew", async () => {
  consoleServer({ [MY_INFO]: { body: IN_B } });
  await first.reloadMe();
  expect(first.currentSession().me?.currentAccountID).toBe(1);
  expect(reload).toHaveBeenCalledOnce();
});
