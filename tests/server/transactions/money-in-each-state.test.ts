import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { Reconciliation } from "#contract/transactions/reconciliation.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { aPayroll, type Payroll } from "#tests/support/a-payroll.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const PUT_IN = 400_000;
const AMOUNT = 20_000;

interface Story {
  readonly state: PayoutState;
  readonly title: string;
  readonly bank?: object;
  readonly tax?: object;
  /** The destination is a minute old: what is large waits. */
  readonly isFresh?: boolean;
  readonly afterwards?: (of: { payoutId: number; inn: string }) => Promise<void>;
  /** Of the pay, less what is kept for the tax. */
  readonly on: "reserved" | "onTheWay" | "paid" | "returned" | "available";
}

let scene: Payroll;
const run = async (ms: number) => {
  scene.product.clock.advance(ms);
  await scene.product.runTasksUntilIdle();
};
const takeCardOff = async ({ inn }: { inn: string }) => {
  const headers = await scene.product.signIn(`79${inn.slice(2, 11)}`);
  const url = `/open-api/v1/workman/payments/binded-cards/card-${inn}`;
  await scene.product.http.inject({ method: "DELETE", url, headers });
  await run(43_300_000);
};
const command = (name: string) => async (of: { payoutId: number }) => {
  const answer = await scene.desk.call("POST", `/payouts/${of.payoutId}/${name}`);
  expect(answer.statusCode, answer.body).toBe(200);
};

/** First the one that takes a day. */
const STORIES: readonly Story[] = [
  {
    state: "FAILED",
    title: "failed before anything was sent",
    isFresh: true,
    afterwards: takeCardOff,
    on: "returned",
  },
  { state: "PAID", title: "paid", on: "paid" },
  { state: "SENT", title: "at the bank", bank: { answerAfterSeconds: 800_000 }, on: "onTheWay" },
  { state: "BANK_HELD", title: "held by the bank", bank: { holdNext: 1 }, on: "onTheWay" },
  {
    state: "RETURNED",
    title: "returned by the worker's bank",
    bank: { returnNext: 1, returnAfterSeconds: 60 },
    afterwards: () => run(120_000),
    on: "returned",
  },
  { state: "FAILED", title: "refused by the bank", bank: { failNext: 1 }, on: "returned" },
  { state: "READY", title: "waiting for a fresh destination", isFresh: true, on: "onTheWay" },
  {
    state: "CANCELED",
    title: "cancelled before it was sent",
    isFresh: true,
    afterwards: command("cancel"),
    on: "available",
  },
  {
    state: "CANCELED",
    title: "given up after the bank's refusal",
    bank: { failNext: 1 },
    afterwards: command("give-up"),
    on: "available",
  },
  {
    state: "RECEIPT_PENDING",
    title: "waiting for its receipt",
    tax: { answerAfterSeconds: 800_000 },
    on: "reserved",
  },
  {
    state: "RECEIPT_FAILED",
    title: "refused its receipt",
    tax: { failNext: 1, failReason: "PARTNER_DENY" },
    on: "reserved",
  },
];

beforeAll(async () => {
  scene = await aPayroll({
    workers: makePayrollWorkers(STORIES.length),
    seed: 951,
  });
  const topUp = await scene.product.http.inject({
    method: "POST",
    url: `/sandbox/api/accounts/${scene.customer.accountId}/top-up`,
    payload: { amount: PUT_IN },
  });
  expect(topUp.statusCode, topUp.body).toBe(200);
  await sql`UPDATE workmen SET tax_payer = 'PLATFORM'`.execute(scene.product.database.kysely);
});
afterAll(() => scene.product.close());

async function reconcile(day: string): Promise<Reconciliation> {
  const answer = await scene.product.http.inject({
    url: `/client-api/transaction/reconciliation?periodStart=2026-03-01&periodEnd=${day}`,
    headers: await scene.product.signIn(scene.customer.ownerPhone),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Reconciliation>();
}
const today = () => moscowDate(scene.product.clock.now());
const linesOf = ({ closing, returned, onTheWay, paid, taxes, commissions }: Reconciliation) => ({
  available: closing.available,
  reserved: closing.reserved,
  returned: returned.amount,
  onTheWay,
  paid,
  taxes,
  commissions,
});
const sumOf = (lines: object) =>
  Math.round(Object.values(lines).reduce((sum: number, one: number) => sum + one, 0) * 100) / 100;

/** Whatever becomes of a payout, it stands on one line, and all lines are what was put in. */
test.each(STORIES.map((story, index) => ({ ...story, index })))(
  "money of a payout $title is on one line, and the lines sum to what was put in",
  async ({ state, bank, tax, isFresh, afterwards, on, index }) => {
    const { product, desk } = scene;
    const db = product.database.kysely;
    const inn = makePayrollWorkers(STORIES.length)[index]?.inn ?? "";
    const switches = async (side: string, payload: object) =>
      expect(
        (
          await product.http.inject({
            method: "PUT",
            url: `/sandbox/api/${side}/switches`,
            payload,
          })
        ).statusCode,
      ).toBe(200);
    if (isFresh)
      await sql`
        UPDATE workmen
        SET large_payouts_from = ${new Date(product.clock.now().getTime() + 43_200_000)}
        WHERE inn = ${inn}`.execute(db);
    if (bank) await switches("bank", bank);
    if (tax) await switches("tax-service", tax);
    const before = linesOf(await reconcile(today()));
    const registryId = await desk.upload(
      payrollCsv([
        {
          inn,
          serviceCode: "0301",
          receiptText: "Доставка",
          workStart: "01.03.2026",
          workEnd: "05.03.2026",
          amount: String(AMOUNT),
        },
      ]),
    );
    await desk.execute(registryId);
    await run(5 * 60_000);
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM payouts WHERE registry_id = ${registryId}`.execute(db);
    await afterwards?.({ payoutId: Number(rows[0]?.id), inn });
    await switches("bank", { answerAfterSeconds: 0, failNext: 0, returnNext: 0, holdNext: 0 });
    await switches("tax-service", { answerAfterSeconds: 0, failNext: 0 });
    const { rows: after } = await sql<{ state: string }>`
      SELECT state FROM payouts WHERE registry_id = ${registryId}`.execute(db);
    expect(after).toEqual([{ state }]);
    const now = linesOf(await reconcile(today()));
    expect(sumOf(now), JSON.stringify(now)).toBe(PUT_IN);
    const moved = (line: keyof typeof now) => Math.round((now[line] - before[line]) * 100) / 100;
    if (on === "reserved") expect(moved("reserved")).toBeGreaterThan(AMOUNT);
    else if (on !== "available") {
      expect(moved(on) + moved("taxes")).toBe(AMOUNT);
      expect(moved("taxes")).toBeGreaterThan(0);
      expect(moved("commissions")).toBeGreaterThan(0);
    } else expect(now).toEqual(before);
  },
);

test("an earlier day stands as it stood", async () => {
  const lines = linesOf(await reconcile(today()));
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM payouts WHERE state = 'FAILED'`.execute(scene.product.database.kysely);
  const day = today();
  await run(86_400_000);
  for (const { id } of rows) await command("give-up")({ payoutId: Number(id) });
  expect(linesOf(await reconcile(day))).toEqual(lines);
  const now = linesOf(await reconcile(today()));
  expect([sumOf(now), now.returned < lines.returned]).toEqual([PUT_IN, true]);
  expect(sumOf(linesOf(await reconcile("2026-03-10")))).toBe(PUT_IN);
});
