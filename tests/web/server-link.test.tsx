import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { CommandButton } from "#console/kit/command-button.tsx";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { Banners } from "#web/layout/banners.tsx";
import { resetSession } from "#web/session/session.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { isUncertain, toHttpError } from "#web/wire/http-error.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const LOST = /Нет связи с сервером/;
let isThere = true;

beforeEach(() => {
  isThere = true;
  resetSession();
  vi.stubGlobal("fetch", async () => {
    if (!isThere) throw new TypeError("Failed to fetch");
    return new Response('{"items":[]}');
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a server that is gone is said at once, commands wait with the reason and come back", async () => {
  const press = vi.fn();
  renderConsole(
    <>
      <Banners />
      <CommandButton onClick={press}>Выплатить</CommandButton>
    </>,
    { pages: [] },
  );
  const button = () => screen.getByRole("button", { name: "Выплатить" });
  isThere = false;
  const error = await callEndpoint(jobEndpoints.counts).catch((thrown: unknown) => thrown);
  await act(() => new Promise((done) => setImmediate(done)));
  expect(error).toMatchObject({ code: "network", statusCode: 0 });
  screen.getAllByText(LOST);
  expect(button().getAttribute("aria-disabled")).toBe("true");
  act(() => button().click());
  expect(press).not.toHaveBeenCalled();
  isThere = true;
  await waitFor(() => expect(screen.queryAllByText(LOST)).toEqual([]));
  act(() => button().click());
  expect(press).toHaveBeenCalledOnce();
});

test("a call that was cut while the server is there loses nobody", async () => {
  renderConsole(<Banners />, { pages: [] });
  vi.stubGlobal("fetch", async (address: string) => {
    if (!address.startsWith("/health")) throw new TypeError("Failed to fetch");
    return new Response("{}");
  });
  await callEndpoint(jobEndpoints.counts).catch(() => undefined);
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryAllByText(LOST)).toEqual([]);
});

test("no answer is no code of HTTP, and money that may have gone keeps its key", () => {
  const error = toHttpError(0, null);
  renderConsole(<ErrorPage status={error.statusCode} message={error.message} />, { pages: [] });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(LOST);
  expect(document.body.textContent).not.toMatch(/\b(0|500)\b/);
  expect([0, 500, 503, 409, 422].map(isUncertain)).toEqual([true, true, true, false, false]);
});
