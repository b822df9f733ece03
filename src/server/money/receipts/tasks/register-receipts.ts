import { sql } from "kysely";
import { CHOSEN_MASK } from "#server/money/destinations/index.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type {
  IncomeRequest,
  IncomeResult,
  TaxError,
} from "#server/integrations/tax-service/port.ts";
import {
  postBatch,
  takeFromHold,
  type CustomerEntry,
  type PostingLine,
} from "#server/money/ledger/index.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import { forgetFailures, noteFailure } from "#server/work/set-aside.ts";
import { makeHalvingBatch } from "#server/work/halving-batch.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  announcePayouts,
  movementsOf,
  postponeReceipt,
  receiptOperationId,
  updatePayouts,
} from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import { carryIntoNewYear, nextCarryAfter } from "../actions/carry-into-new-year.ts";
import { settleRegistered } from "../actions/settle-registered.ts";
import { RECEIPT_TEXT } from "../receipt-text.ts";

const TASK = "payouts.register-receipts";
/** Notes of receipts without a number: a batch that succeeds forgets those of its own name. */
const FIND_NUMBER = "payouts.find-receipt-number";
const BATCH = 1000;
const POLL_MS = 5000;

interface PendingRow {
  readonly id: bigint;
  readonly account_id: number;
  readonly registry_id: number | null;
  readonly hold_id: bigint;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly vat_kopecks: bigint;
  readonly inn: string;
  readonly receipt_text: string;
  readonly customer_inn: string;
  readonly customer_name: string;
  readonly needs_receipt: boolean;
  /** The worker has chosen that the platform pays his tax. */
  readonly reserves_tax: boolean;
  /** Already submitted: only the answer is queried. */
  readonly asked: boolean;
  readonly attempts: number;
  /**
   * When the income arose: the tax service, the receipt and the reserve's month use it, in every
   * retry.
   */
  readonly operation_at: Date;
}

/**
 * Registers the income of payouts with the tax service («чек»), then earns them: reserved money
 * becomes the worker's, the platform's commission and its VAT.
 *
 * The rows stay locked during the request, and the answer is committed together with the money.
 * After a kill in between, the next process asks again under the same operation ids and the tax
 * service repeats its answer.
 */
export function registerReceiptsTask(platform: Platform): BackgroundTask {
  let carriedUntil = new Date(0);
  return {
    name: TASK,
    idleMs: 1000,
    run: makeHalvingBatch(platform, {
      task: TASK,
      most: BATCH,
      postpone: (item, dueAt) => postponeReceipt(platform.db, item, dueAt),
      work: async (limit, leased) => {
        const at = platform.clock.now();
        if (at >= carriedUntil) await carryIntoNewYear(platform.db, at);
        carriedUntil = nextCarryAfter(at);
        return inBatchTransaction(platform.db, async (trx) => {
          const pending = await leaseReceipts(trx, at, limit);
          if (pending.length === 0) return false;
          leased(pending.map(operationIdOf));
          // Entrepreneurs declare their income themselves: no receipt, earned at once.
          const exempt = pending.filter((row) => !row.needs_receipt);
          const taxed = pending.filter((row) => row.needs_receipt);
          const byOperation = new Map(taxed.map((row) => [operationIdOf(row), row]));
          const fresh = taxed.filter((row) => !row.asked);
          const asked = taxed.filter((row) => row.asked);
          const results: IncomeResult[] = [
            ...(fresh.length > 0
              ? await platform.taxService.registerIncomes(
                  fresh.map((row) => incomeOf(row, operationIdOf(row))),
                )
              : []),
            ...(asked.length > 0
              ? await platform.taxService.incomeResults(asked.map((row) => operationIdOf(row)))
              : []),
          ];
          await writeResults(platform, trx, { byOperation, results, exempt }, at);
          return true;
        });
      },
    }),
  };
}

function operationIdOf({ account_id: accountId, id }: PendingRow): string {
  return receiptOperationId({ accountId, id });
}

const NAMELESS =
  "ФНС зарегистрировала доход, но номер чека найти не удаётся: найдите его в «Моём налоге»";

export interface IncomeRow {
  readonly inn: string;
  readonly receipt_text: string;
  readonly amount_kopecks: bigint;
  readonly operation_at: Date;
  readonly customer_inn: string;
  readonly customer_name: string;
}

export function incomeOf(row: IncomeRow, operationId: string): IncomeRequest {
  return {
    operationId,
    inn: row.inn,
    serviceName: row.receipt_text,
    amountKopecks: row.amount_kopecks,
    operationAt: row.operation_at,
    customerInn: row.customer_inn,
    customerName: row.customer_name,
  };
}

/**
 * Locks a batch once and looks up its other data row by row: while a registry opens its payouts
 * these tables have hardly any statistics, and the planner, left free, selected the batch anew for
 * each job.
 *
 * The time of an operation is the payout's due time: it is committed before the request, so a retry
 * after a crash uses the same. From the first answer or fault on, the receipt keeps it.
 */
async function leaseReceipts(trx: Trx, at: Date, limit: number): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`
    WITH p AS MATERIALIZED (
      SELECT * FROM payouts
      WHERE state = 'RECEIPT_PENDING' AND due_at <= ${at}
      ORDER BY due_at, id
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    SELECT p.id, p.account_id, p.registry_id, p.hold_id, p.workman_id, p.amount_kopecks,
      p.commission_kopecks, p.vat_kopecks,
      w.inn, w.taxpayer_type IN ('SMZ', 'IP_SMZ') AS needs_receipt,
        w.tax_payer = 'PLATFORM' AS reserves_tax, ${RECEIPT_TEXT} AS receipt_text,
        a.inn AS customer_inn, a.short_name AS customer_name,
      coalesce(r.state = 'SENT', false) AS asked, coalesce(r.attempts, 0)::integer AS attempts,
        coalesce(r.operation_at, p.due_at) AS operation_at
    FROM p
    JOIN workmen w ON w.id = p.workman_id
    CROSS JOIN LATERAL (SELECT * FROM jobs
      WHERE account_id = p.account_id AND id = p.job_id OFFSET 0) j
    JOIN services s ON s.id = j.service_id
    JOIN accounts a ON a.id = p.account_id
    LEFT JOIN LATERAL (SELECT * FROM receipts
      WHERE account_id = p.account_id AND payout_id = p.id OFFSET 0) r ON true`.execute(trx);
  return rows;
}

interface Answers {
  readonly byOperation: Map<string, PendingRow>;
  readonly results: readonly IncomeResult[];
  readonly exempt: readonly PendingRow[];
}

async function writeResults(
  platform: Platform,
  trx: Trx,
  { byOperation, results, exempt }: Answers,
  at: Date,
): Promise<void> {
  const registered: { row: PendingRow; receiptId: string; at: Date }[] = [];
  const waiting: { row: PendingRow; asked: boolean }[] = [];
  const refused: { row: PendingRow; error: TaxError }[] = [];
  const failures: PendingRow[] = [];
  const nameless: PendingRow[] = [];
  for (const result of results) {
    const row = byOperation.get(result.operationId);
    if (!row) continue;
    byOperation.delete(result.operationId);
    if (result.status === "REGISTERED")
      registered.push({ row, receiptId: result.receiptId, at: result.at });
    else if (result.status === "PROCESSING") waiting.push({ row, asked: true });
    else if (result.status === "UNKNOWN") waiting.push({ row, asked: false });
    else if (result.status === "FAULT") failures.push(row);
    else if (result.status === "DUPLICATE") nameless.push(row);
    else refused.push({ row, error: result.error });
  }
  // A row without an answer is queried again.
  for (const row of byOperation.values()) waiting.push({ row, asked: row.asked });

  if (registered.length > 0) {
    await writeRegistered(trx, registered);
    const asked = registered.filter(({ row }) => row.attempts > 0);
    await forgetFailures(
      trx,
      FIND_NUMBER,
      asked.map(({ row }) => operationIdOf(row)),
    );
  }
  const earned = [...exempt, ...registered.map(({ row }) => row)];
  // Committed before its bank order is sent: the mask tells later whether an order whose answer was
  // lost went elsewhere.
  await updatePayouts(
    trx,
    earned,
    sql`state = 'READY', due_at = ${at}, destination_mask = ${CHOSEN_MASK}`,
  );
  // As late as possible: until the commit the orders of the same customers wait for these locks.
  await accrue(
    trx,
    earned,
    [...earned, ...refused.map(({ row }) => row)].map((row) => row.account_id),
    at,
  );
  await announcePayouts(trx, [...earned, ...refused.map(({ row }) => row)]);
  await settleRegistered(
    platform,
    trx,
    registered.map(({ row }) => ({
      ...row,
      payout_id: row.id,
      payout_state: "READY",
      reissue_no: 0,
    })),
    at,
  );
  if (waiting.length > 0) {
    await writeReceipts(
      trx,
      waiting.map(({ row, asked }) => ({
        row,
        state: asked ? "SENT" : "NEW",
        error: null,
        attempts: row.attempts,
      })),
    );
    await updatePayouts(
      trx,
      waiting.map(({ row }) => row),
      sql`due_at = ${new Date(at.getTime() + POLL_MS)}`,
    );
  }
  if (failures.length > 0) {
    await platform.events.publish(trx, "tax-service.faulted", { at });
    await writeReceipts(
      trx,
      failures.map((row) => ({
        row,
        state: "NEW",
        error: "INTERNAL_ERROR",
        attempts: row.attempts + 1,
      })),
    );
    for (const [pauseMs, rows] of groupBy(failures, (row) => pauseAfter(row.attempts + 1))) {
      await updatePayouts(trx, rows, sql`due_at = ${new Date(at.getTime() + pauseMs)}`);
    }
  }
  if (nameless.length > 0) {
    await writeReceipts(
      trx,
      nameless.map((row) => ({ row, state: "SENT", error: null, attempts: row.attempts + 1 })),
    );
    for (const row of nameless)
      await noteFailure(
        trx,
        { task: FIND_NUMBER, item: operationIdOf(row), problem: NAMELESS },
        at,
      );
    for (const [pauseMs, rows] of groupBy(nameless, (row) => pauseAfter(row.attempts + 1)))
      await updatePayouts(trx, rows, sql`due_at = ${new Date(at.getTime() + pauseMs)}`);
  }
  if (refused.length > 0) {
    await writeReceipts(
      trx,
      refused.map(({ row, error }) => ({ row, state: "ERROR", error, attempts: row.attempts + 1 })),
    );
    await updatePayouts(
      trx,
      refused.map(({ row }) => row),
      sql`state = 'RECEIPT_FAILED', failure_reason = NULL`,
    );
    await platform.events.publish(trx, "tax-service.refused", {
      refusals: refused.map(({ row, error }) => ({ workmanId: row.workman_id, error })),
    });
    await platform.events.publish(trx, "receipts.refused", {
      payouts: refused.map(({ row }) => ({ accountId: row.account_id, id: row.id })),
      at,
    });
    await platform.events.publish(trx, "payouts.moved", {
      movements: movementsOf(
        refused.map(({ row }) => row),
        { failed: 1 },
      ),
      at,
    });
  }
}

/**
 * Pause in ms after a fault of the tax service: a minute five times, then ten minutes. Source:
 * `domain.md` §1.3.
 */
export function pauseAfter(attempts: number): number {
  return attempts <= 5 ? 60_000 : 600_000;
}

async function writeRegistered(
  trx: Trx,
  registered: { row: PendingRow; receiptId: string; at: Date }[],
): Promise<void> {
  await sql`
    INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks, tax_receipt_id,
      operation_at, registered_at)
    SELECT account_id, payout_id, workman_id, 'REGISTERED', amount, receipt_id, operation_at,
      registered_at
    FROM unnest(${numberArray(registered.map(({ row }) => row.account_id))}::integer[],
      ${numberArray(registered.map(({ row }) => row.id))}::bigint[],
      ${numberArray(registered.map(({ row }) => row.workman_id))}::integer[],
      ${numberArray(registered.map(({ row }) => row.amount_kopecks))}::bigint[],
        ${registered.map(({ receiptId }) => receiptId)}::text[],
        ${registered.map((one) => one.at)}::timestamptz[],
      ${registered.map(({ row }) => row.operation_at)}::timestamptz[]) AS r(account_id, payout_id,
        workman_id, amount, receipt_id, registered_at, operation_at)
    ON CONFLICT (account_id, payout_id) DO UPDATE
    SET state = 'REGISTERED', tax_receipt_id = excluded.tax_receipt_id,
      registered_at = excluded.registered_at, error_code = NULL`.execute(trx);
}

/**
 * Reserved money becomes the worker's, the platform's and the budget's.
 *
 * @param customers - of the whole batch.
 */
async function accrue(
  trx: Trx,
  rows: readonly PendingRow[],
  customers: readonly number[],
  at: Date,
): Promise<void> {
  const byAccount = groupBy(rows, (row) => row.account_id);
  const entries = [...byAccount].map(([accountId, ofAccount]): CustomerEntry => ({
    event: "EARNED",
    source: { type: "payout", id: (ofAccount[0] as PendingRow).id },
    accountId,
    at,
    businessDate: moscowDate(at),
    lines: ofAccount.flatMap((row) => earnedLines(row)),
  }));
  // Holds in order of id, then the balances.
  const byHold = [...groupBy(rows, (row) => row.hold_id)];
  for (const [holdId, ofHold] of byHold.sort(([one], [other]) => (one < other ? -1 : 1)))
    await takeFromHold(
      trx,
      ofHold[0]?.account_id as number,
      holdId,
      ofHold.reduce((sum, row) => sum + row.amount_kopecks + row.commission_kopecks, 0n),
      at,
    );
  await postBatch(trx, entries, customers);
}

/**
 * Reserved → worker's and platform's. Source: `domain.md` §3.3, «Result accepted + receipt
 * registered».
 */
function earnedLines(row: PendingRow): PostingLine[] {
  const payoutId = row.id;
  return [
    {
      code: "CUST_RES",
      accountId: row.account_id,
      amountKopecks: row.amount_kopecks + row.commission_kopecks,
      payoutId,
    },
    {
      code: "WORK_ACCRUED",
      accountId: row.account_id,
      amountKopecks: -row.amount_kopecks,
      payoutId,
    },
    {
      code: "REV_COMM",
      accountId: row.account_id,
      amountKopecks: -(row.commission_kopecks - row.vat_kopecks),
      payoutId,
    },
    { code: "VAT_BUDGET", accountId: row.account_id, amountKopecks: -row.vat_kopecks, payoutId },
  ];
}

interface ReceiptWrite {
  readonly row: PendingRow;
  readonly state: "NEW" | "SENT" | "ERROR";
  readonly error: TaxError | null;
  readonly attempts: number;
}

async function writeReceipts(trx: Trx, writes: ReceiptWrite[]): Promise<void> {
  await sql`
    INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks, operation_at,
      error_code, attempts)
    SELECT account_id, payout_id, workman_id, state, amount, operation_at, error, attempts
    FROM unnest(${writes.map(({ row }) => row.account_id)}::integer[],
      ${writes.map(({ row }) => row.id)}::bigint[],
      ${writes.map(({ row }) => row.workman_id)}::integer[],
      ${writes.map(({ state }) => state)}::text[],
        ${writes.map(({ row }) => row.amount_kopecks)}::bigint[],
        ${writes.map(({ error }) => error)}::text[],
        ${writes.map(({ attempts }) => attempts)}::smallint[],
      ${writes.map(({ row }) => row.operation_at)}::timestamptz[]) AS r(account_id, payout_id,
        workman_id, state, amount, error, attempts, operation_at)
    ON CONFLICT (account_id, payout_id) DO UPDATE
    SET state = excluded.state, error_code = excluded.error_code, attempts = excluded.attempts`.execute(
    trx,
  );
}
