import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { syncProductClock, productNow } from "#web/live/product-clock.ts";
import { resetSession } from "#web/session/session.ts";
import { UndoCountdown } from "#console/registries/payroll/undo-countdown.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPayrollInfo } from "#tests/support/payroll-answers.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

beforeEach(() => resetSession(aPerson("FINANCE_MANAGER"), "token"));
afterEach(() => {
  vi.useRealTimers();
  syncProductClock(new Date().toUTCString());
});

const aheadSeconds = () => Math.round((productNow().getTime() - Date.now()) / 1000);

test("the product's time is the server's, and the computer's as long as they agree", () => {
  syncProductClock(new Date(Date.now() - 1500).toUTCString());
  expect(productNow().getTime() - Date.now()).toBe(0);
  syncProductClock(new Date(Date.now() + 86_400_000).toUTCString());
  expect(aheadSeconds()).toBeGreaterThan(86_390);
  const before = productNow().getTime() - Date.now();
  syncProductClock(new Date(Date.now() + 86_401_000).toUTCString());
  expect(productNow().getTime() - Date.now()).toBe(before);
  syncProductClock(undefined);
  syncProductClock("no date");
  expect(productNow().getTime() - Date.now()).toBe(before);
});

test("the undo window counts down by the clock of the answers", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-10T10:00:00Z") });
  const tomorrow = new Date("2026-03-11T10:00:00Z");
  const lastCancelAt = new Date(tomorrow.getTime() + 600_000).toISOString();
  consoleServer({
    "GET /open-api/v1/account/summary": {
      body: {},
      headers: { date: tomorrow.toUTCString(), "cache-control": "no-store" },
    },
  });
  function Screen() {
    const { data } = useRead(accountEndpoints.summary);
    return data ? (
      <UndoCountdown
        info={aPayrollInfo({ lastCancelAt }, "SCHEDULED")}
        onChanged={() => undefined}
      />
    ) : null;
  }
  renderConsole(<Screen />);
  expect((await screen.findByText(/осталось/)).textContent).toContain("осталось 10:00");
  expect(screen.getByText(/^Выплата начнётся в\s13:10/)).toBeTruthy();
});
