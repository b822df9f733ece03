import { afterEach, expect, test } from "vitest";
import { httpBank } from "#server/integrations/bank/http.ts";
import { OrdersRefused } from "#server/integrations/bank/port.ts";
import { callOutside, MOST_ANSWER_MIB } from "#server/integrations/common/http-call.ts";
import { startLocalService, type LocalService } from "#tests/support/outside-services.ts";

let service: LocalService | undefined;
afterEach(() => service?.close());

const ORDER = { orderId: "1-1-1", amountKopecks: 100n } as never;

test.each([200, 422])(
  "an endless answer with %i is neither a yes nor a no of the bank, and is asked for once",
  async (status) => {
    const body = "x".repeat(MOST_ANSWER_MIB * 1024 * 1024 + 1);
    service = await startLocalService(() => ({ status, type: "application/json", body }));
    const sending = httpBank({ url: service.url }).submitOrders([ORDER]);
    const error: unknown = await sending.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(OrdersRefused);
    expect((error as Error).message).toContain("answered more than 10 MiB");
    expect(service.heard).toHaveLength(1);
  },
);

test("an answer of the largest size is read whole", async () => {
  const body = "я".repeat((MOST_ANSWER_MIB * 1024 * 1024) / 2);
  service = await startLocalService(() => ({ type: "text/plain", body }));
  expect(await callOutside({ url: service.url }, { method: "GET", path: "/" })).toBe(body);
});
