import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { vatInside } from "#contract/values/money.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { auditLedger, post } from "#server/money/ledger/index.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { anAccount } from "#tests/support/factories/an-account.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

const VAT_PPM = 220_000;
const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

let product: TestApp;
let account: number;
beforeAll(async () => {
  product = await buildTestApp();
  product.clock.set(new Date("2026-01-01T09:00:00Z"));
  account = await anAccount(product.database.kysely, { kopecks: 1_000_000_000n });
});
afterAll(() => product.close());

interface Earned {
  readonly payoutId: bigint;
  readonly commission: bigint;
  readonly vat: bigint;
}

/** The commission of a payout, earned or given back, as the product books it. */
async function book({ payoutId, commission, vat }: Earned, sign: 1n | -1n): Promise<void> {
  const at = product.clock.now();
  await inTransaction(product.db.kysely, (trx) =>
    post(trx, {
      event: sign === 1n ? "EARNED" : "PAYOUT_GIVEN_UP",
      source: { type: "payout", id: payoutId },
      accountId: account,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "CUST_AVAIL", accountId: account, amountKopecks: sign * commission, payoutId },
        {
          code: "REV_COMM",
          accountId: account,
          amountKopecks: -sign * (commission - vat),
          payoutId,
        },
        { code: "VAT_BUDGET", accountId: account, amountKopecks: -sign * vat, payoutId },
      ],
    }),
  );
}

test("a year of acts and their corrections is the year's postings, to the kopeck, also when nobody made them for two months", async () => {
  const { below } = seededRandom(27);
  let payoutId = 0n;
  let alive: Earned[] = [];
  for (let month = 1; month <= 12; month += 1) {
    for (let day = 2; day <= 26; day += 6) {
      product.clock.set(new Date(Date.UTC(2026, month - 1, day, 9)));
      // July and August: the process is down.
      if (month < 7 || month > 8) await product.runTasksUntilIdle();
      for (let count = below(12); count > 0; count -= 1) {
        const commission = BigInt(1 + below(99_999));
        const earned = { payoutId: ++payoutId, commission, vat: vatInside(commission, VAT_PPM) };
        await book(earned, 1n);
        alive.push(earned);
      }
      const returned = alive.filter(() => below(5) === 0);
      for (const earned of returned) await book(earned, -1n);
      alive = alive.filter((earned) => !returned.includes(earned));
    }
  }
  product.clock.set(new Date("2027-01-02T09:00:00Z"));
  await product.runTasksUntilIdle();
  await product.runTasksUntilIdle();

  const { rows: months } = await sql<{
    month: string;
    acts: number;
    corrections: number;
    amount: bigint;
    vat: bigint;
  }>`
    SELECT to_char(period_start, 'YYYY-MM') AS month,
      count(*) FILTER (WHERE returned_in IS NULL)::integer AS acts,
      count(*) FILTER (WHERE returned_in IS NOT NULL)::integer AS corrections,
      sum(amount_kopecks)::bigint AS amount, sum(vat_kopecks)::bigint AS vat
    FROM platform_acts WHERE account_id = ${account}
    GROUP BY 1 ORDER BY 1`.execute(product.database.kysely);
  expect(months.map(({ month, acts }) => [month, acts])).toEqual(
    Array.from({ length: 12 }, (_, index) => [`2026-${String(index + 1).padStart(2, "0")}`, 1]),
  );
  expect(months.reduce((sum, { corrections }) => sum + corrections, 0)).toBeGreaterThan(5);
  for (const { amount, vat } of months) expect(vat).toBe(vatInside(amount, VAT_PPM));
  const { rows } = await sql<{ revenue: bigint; vat: bigint }>`
    SELECT (-sum(p.amount_kopecks) FILTER (WHERE l.code = 'REV_COMM'))::bigint AS revenue,
      (-sum(p.amount_kopecks) FILTER (WHERE l.code = 'VAT_BUDGET'))::bigint AS vat
    FROM postings p
    JOIN ledger_accounts l ON l.id = p.ledger_account_id
    WHERE l.account_id = ${account}`.execute(product.database.kysely);
  const total = (of: (row: (typeof months)[number]) => bigint) =>
    months.reduce((sum, row) => sum + of(row), 0n);
  expect({ amount: total(({ amount }) => amount), vat: total(({ vat }) => vat) }).toEqual({
    amount: (rows[0]?.revenue ?? 0n) + (rows[0]?.vat ?? 0n),
    vat: rows[0]?.vat,
  });
  expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
});
