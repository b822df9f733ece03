import { afterAll, beforeAll, expect, test } from "vitest";
import { listenForTaxRefusals } from "#server/money/workman-taxes/listeners.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

test("a worker sees the wallet, the cards and where payouts go, without a full number anywhere", async () => {
  expect((await demo.call(CAST.workman, "GET", "/open-api/v1/workman/balance")).body).toEqual({
    current: 0,
  });
  const cards = await demo.call(CAST.workman, "GET", "/open-api/v1/workman/payments/binded-cards");
  expect(cards.body.items?.[0]).toMatchObject({ status: "ok", pan: expect.stringContaining("*") });
  const details = await demo.call(CAST.workman, "GET", "/open-api/v1/workman/payment-details");
  expect(details.body["details"]).toMatchObject({
    type: "CARD",
    number: expect.stringContaining("*"),
    accountNumber: null,
  });
  expect(JSON.stringify([cards.body.items?.map((one) => one["pan"]), details.body])).not.toMatch(
    /\d{9}/,
  );
  expect((await demo.call(CAST.owner, "GET", "/open-api/v1/workman/balance")).status).toBe(403);
});

test("a worker whose profile is not finished has no details yet", async () => {
  expect(
    (await demo.call("79000000102", "GET", "/open-api/v1/workman/payment-details")).body,
  ).toEqual({ details: null });
});

test("a refusal of the tax service becomes the worker's tax status, its own faults do not", async () => {
  const events = makeProductEvents();
  listenForTaxRefusals(events);
  const workmanId = (await demo.call(CAST.workman, "GET", "/client-api/workman/my-info")).body[
    "id"
  ] as number;
  const refuse = (error: "INTERNAL_ERROR" | "TAXPAYER_UNBOUND" | "LIMIT_EXCEEDED") =>
    inTransaction(demo.db.kysely, (trx) =>
      events.publish(trx, "tax-service.refused", { refusals: [{ workmanId, error }] }),
    );
  const state = async () =>
    (
      (await demo.call(CAST.workman, "GET", "/client-api/workman/my-info")).body["smzState"] as {
        id: string;
      }
    ).id;
  await refuse("INTERNAL_ERROR");
  expect(await state()).toBe("OK");
  await refuse("TAXPAYER_UNBOUND");
  expect(await state()).toBe("NOACCESS");
  await refuse("LIMIT_EXCEEDED");
  expect(await state()).toBe("LIMITED");
});
