import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { App } from "#server/app.ts";
import type { DemoProduct } from "./demo-session.ts";
import { post } from "#server/money/ledger/index.ts";
import { inTransaction } from "#server/data/transaction.ts";

const WORKMAN = "79000000101";
const WALLET_KOPECKS = 1_250_000n;
/** Far from numbers the product assigns. */
const DEMO_SOURCE = 900_000_000_001;

/** Of the worker most people sign in as first; withdrawals are left to them. */
export async function seedDemoWallet(product: DemoProduct): Promise<void> {
  const at = product.clock.now();
  await inTransaction(product.db.kysely, async (trx) => {
    const { rows } = await sql<{
      id: number;
    }>`
      SELECT w.id FROM workmen w JOIN people p ON p.id = w.person_id WHERE p.phone = ${WORKMAN}`.execute(
      trx,
    );
    const workman = rows[0];
    if (!workman) throw new Error("the demonstration has no first worker");
    await post(trx, {
      event: "CORRECTION",
      source: { type: "correction", id: DEMO_SOURCE },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks: WALLET_KOPECKS },
        { code: "WORK_AVAIL", workmanId: workman.id, amountKopecks: -WALLET_KOPECKS },
      ],
    });
  });
}

export async function orderDemoExports(
  product: DemoProduct,
  app: App,
  headers: Record<string, string>,
): Promise<void> {
  const today = moscowDate(product.clock.now());
  const periodStart = moscowDate(new Date(product.clock.now().getTime() - 60 * 86_400_000));
  for (const body of [
    { types: ["RECEIPTS"], groupBy: "MONTH" },
    { types: ["PAYOUTS"], format: "csv" },
  ]) {
    const answer = await app.http.inject({
      method: "POST",
      url: "/open-api/v1/universal-exports",
      headers,
      payload: { periodStart, periodEnd: today, ...body },
    });
    if (answer.statusCode !== 200)
      throw new Error(`demonstration: the export was not ordered: ${answer.body}`);
  }
}
