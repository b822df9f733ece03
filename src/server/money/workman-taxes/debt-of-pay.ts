import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { lockedWallet, post } from "#server/money/ledger/index.ts";

/** Every payout has an order, which may not be for nothing. */
const LEFT_TO_ORDER_KOPECKS = 100n;

interface Pay {
  readonly accountId: number;
  readonly payoutId: bigint;
  readonly workmanId: number;
}

/**
 * A worker's debt is taken first from whatever comes, so also from pay that goes past his wallet: the
 * customer's accrued pay → WORK_DEBT, once the pay is earned and its tax is kept. Income, receipt and
 * registry stay the whole sum.
 *
 * @param earned - payouts of the batch; several of one worker are taken from in turn.
 */
export async function takeDebtsOfPay(
  trx: Trx,
  earned: readonly { readonly account_id: number; readonly id: bigint }[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<{
    account_id: number;
    id: bigint;
    workman_id: number;
    net: bigint;
  }>`
    SELECT p.account_id, p.id, p.workman_id,
      p.amount_kopecks - p.tax_reserved_kopecks AS net
    FROM unnest(${numberArray(earned.map((one) => one.account_id))}::integer[],
      ${numberArray(earned.map((one) => one.id))}::bigint[]) AS k(account_id, id)
    JOIN payouts p ON p.account_id = k.account_id AND p.id = k.id
    WHERE p.workman_id IN (SELECT a.workman_id
      FROM ledger_accounts a
      WHERE a.code = 'WORK_DEBT' AND a.balance_kopecks > 0)
    ORDER BY p.id`.execute(trx);
  if (rows.length === 0) return;
  const debts = await lockDebts(
    trx,
    rows.map((row) => row.workman_id),
  );
  const taken = rows.flatMap((row) => {
    const debt = debts.get(row.workman_id) ?? 0n;
    const most = row.net - LEFT_TO_ORDER_KOPECKS;
    const kopecks = debt < most ? debt : most;
    if (kopecks <= 0n) return [];
    debts.set(row.workman_id, debt - kopecks);
    return [{ ...row, kopecks }];
  });
  await sql`
    UPDATE payouts p SET debt_taken_kopecks = k.taken
    FROM unnest(${numberArray(taken.map((one) => one.account_id))}::integer[],
      ${numberArray(taken.map((one) => one.id))}::bigint[],
      ${numberArray(taken.map((one) => one.kopecks))}::bigint[]) AS k(account_id, id, taken)
    WHERE p.account_id = k.account_id AND p.id = k.id`.execute(trx);
  for (const [accountId, ofAccount] of groupBy(taken, (one) => one.account_id))
    await post(trx, {
      event: "DEBT_TAKEN",
      source: { type: "payout", id: ofAccount[0]?.id as bigint },
      accountId,
      at,
      businessDate: moscowDate(at),
      lines: ofAccount.flatMap(({ id: payoutId, workman_id: workmanId, kopecks }) => [
        { code: "WORK_ACCRUED", accountId, amountKopecks: kopecks, payoutId } as const,
        { code: "WORK_DEBT", workmanId, amountKopecks: -kopecks, payoutId } as const,
      ]),
    });
}

/** In one order for all batches that share workers. */
async function lockDebts(trx: Trx, workmanIds: readonly number[]): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ workman_id: number; debt: bigint }>`
    SELECT workman_id, balance_kopecks AS debt
    FROM ledger_accounts
    WHERE code = 'WORK_DEBT' AND account_id = 0 AND workman_id = ANY (${[...workmanIds]}::integer[])
    ORDER BY workman_id
    FOR NO KEY UPDATE`.execute(trx);
  return new Map(rows.map((row) => [row.workman_id, row.debt]));
}

/** Pay that goes back to its customer pays no debt: what was taken from it is owed again. */
export async function owePayAgain(
  trx: Trx,
  { accountId, payoutId, workmanId, debtKopecks }: Pay & { readonly debtKopecks: bigint },
  at: Date,
): Promise<void> {
  if (debtKopecks === 0n) return;
  // Before the debt, as whoever takes a debt from what has come locks.
  await lockedWallet(trx, workmanId);
  await post(trx, {
    event: "DEBT_RESTORED",
    source: { type: "payout", id: payoutId },
    accountId,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "WORK_DEBT", workmanId, amountKopecks: debtKopecks, payoutId },
      { code: "WORK_ACCRUED", accountId, amountKopecks: -debtKopecks, payoutId },
    ],
  });
}
