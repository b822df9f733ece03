import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { CanceledReceipt } from "#server/integrations/tax-service/port.ts";
import { askHalvingOnFailure } from "#server/work/ask-halving-on-failure.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Trx } from "#server/data/transaction.ts";
import { AppError } from "#server/http/app-error.ts";
import { NeverPaid, type MayStillBePaid } from "#server/money/bank-orders/index.ts";
import {
  askAboutPayout,
  MAY_HAVE_ORDER,
  moveReceipt,
  orderIdOf,
} from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import { announceReversal, cancelEarned, type ReversedRow } from "../actions/reverse-receipt.ts";

/** Workers of one step, a request to the tax service each. */
const BATCH = 100;
/**
 * Pause between passes over all workers: the customer knows within the hour, the tax service gets
 * one request an hour per worker.
 */
const PAUSE_MS = 3_600_000;
/** Age of the oldest receipts to query: a worker corrects the current year and the one before. */
const LOOK_BACK_DAYS = 400;

interface SweptWorkman {
  readonly id: number;
  readonly inn: string;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
}

/**
 * Finds receipts annulled by workers in «Мой налог» and records the consequences.
 *
 * Decision: a payment left without a valid receipt has no record of its own; it is a receipt
 * REVERSED_BY_WORKMAN of a payout SENT or PAID. Source: `domain.md` §2.6, «sweep sees
 * CancelationTime», §3.3.
 */
export function sweepReceiptsTask(platform: Platform): BackgroundTask {
  return {
    name: "payouts.sweep-receipts",
    idleMs: 15_000,
    async run() {
      const now = platform.clock.now();
      const { rows } = await sql<Cursor>`
          SELECT after_workman_id, due_at FROM receipt_sweep WHERE due_at <= ${now}`.execute(
        platform.db,
      );
      const cursor = rows[0];
      if (!cursor) return false;
      const workmen = await nextWorkmen(platform.db, cursor.after_workman_id, now);
      const items = workmen.flatMap(({ id, inn, first_at: from, last_at: to }) =>
        from && to ? [{ id, inn, from, to }] : [],
      );
      // Outside a transaction, as the tax service is slow. Two processes may ask the same: they
      // write the same.
      const { answers } = await askHalvingOnFailure(platform, {
        task: "payouts.ask-annulled",
        items,
        nameOf: ({ id }) => String(id),
        ask: (some) =>
          platform.taxService.canceledReceipts(
            some.map(({ inn, from, to }) => ({ inn, from, to })),
          ),
      });
      const canceled = answers.flat();
      const asked = await askAboutOrders(platform, canceled);
      const isOver = workmen.length < BATCH;
      await inBatchTransaction(platform.db, async (trx) => {
        if (canceled.length > 0) await writeAnnulled(platform, trx, canceled, asked);
        await sql`
          UPDATE receipt_sweep
          SET after_workman_id = ${isOver ? 0 : (workmen.at(-1)?.id ?? 0)},
            due_at = ${isOver ? new Date(now.getTime() + PAUSE_MS) : now}
          WHERE after_workman_id = ${cursor.after_workman_id} AND due_at = ${cursor.due_at}`.execute(
          trx,
        );
      });
      return !isOver;
    },
  };
}

interface Cursor {
  readonly after_workman_id: number;
  readonly due_at: Date;
}

/** The next workers by id, each with the period of his valid receipts, empty if there are none. */
async function nextWorkmen(
  db: Kysely<Schema>,
  afterId: number,
  now: Date,
): Promise<SweptWorkman[]> {
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * 86_400_000);
  const { rows } = await sql<SweptWorkman>`
    SELECT w.id, w.inn, r.first_at, r.last_at
    FROM (SELECT id, inn
      FROM workmen
      WHERE id > ${afterId} AND inn IS NOT NULL
      ORDER BY id
      LIMIT ${BATCH}) w
    CROSS JOIN LATERAL (SELECT min(operation_at) AS first_at, max(operation_at) AS last_at
      FROM receipts
      WHERE workman_id = w.id AND state = 'REGISTERED' AND operation_at >= ${since}) r
    ORDER BY w.id`.execute(db);
  return rows;
}

/** The bank's answers by order, for payouts that would be cancelled. */
async function askAboutOrders(
  platform: Platform,
  canceled: readonly CanceledReceipt[],
): Promise<ReadonlyMap<string, MayStillBePaid | null>> {
  const { rows } = await sql<Pick<ReversedRow, "account_id" | "id" | "attempt">>`
    SELECT p.account_id, p.id, p.attempt
    FROM unnest(${canceled.map(({ inn }) => inn)}::text[],
      ${canceled.map(({ receiptId }) => receiptId)}::text[]) AS c(inn, receipt_id)
    JOIN workmen w ON w.inn = c.inn
    JOIN receipts r ON r.workman_id = w.id
      AND r.state = 'REGISTERED'
      AND r.tax_receipt_id = c.receipt_id
    JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
    WHERE p.state = ANY (${[...MAY_HAVE_ORDER]}::text[])`.execute(platform.db);
  const asked = new Map<string, MayStillBePaid | null>();
  for (const row of rows)
    asked.set(
      orderIdOf(row),
      await askAboutPayout(platform, { accountId: row.account_id, payoutId: row.id }).catch(
        (error: unknown) => {
          // Without the bank's answer the receipt waits for the next pass.
          if (error instanceof AppError && error.code === "unavailable") return null;
          throw error;
        },
      ),
    );
  return asked;
}

/**
 * Our own annulments are REVERSING or reversed already; a receipt still REGISTERED was annulled by
 * its worker.
 */
async function writeAnnulled(
  platform: Platform,
  trx: Trx,
  canceled: readonly CanceledReceipt[],
  asked: ReadonlyMap<string, MayStillBePaid | null>,
): Promise<void> {
  const { rows } = await sql<ReversedRow & { canceled_at: Date }>`
    SELECT p.*, 'REGISTERED' AS receipt_state, NULL AS project_id, c.at AS canceled_at
    FROM unnest(${canceled.map(({ inn }) => inn)}::text[],
      ${canceled.map(({ receiptId }) => receiptId)}::text[],
      ${canceled.map(({ at }) => at)}::timestamptz[]) AS c(inn, receipt_id, at)
    JOIN workmen w ON w.inn = c.inn
    JOIN receipts r ON r.workman_id = w.id
      AND r.state = 'REGISTERED'
      AND r.tax_receipt_id = c.receipt_id
    JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
    ORDER BY p.account_id, p.id FOR NO KEY UPDATE OF p`.execute(trx);
  const annulled: ReversedRow[] = [];
  const at = platform.clock.now();
  for (const row of rows) {
    const answer = asked.get(orderIdOf(row));
    // Changed since the question, so the next pass takes it.
    const isStale = !(answer instanceof NeverPaid && answer.holdsFor(orderIdOf(row), at));
    if (MAY_HAVE_ORDER.includes(row.state) && answer !== "MAY_BE_PAID" && isStale) continue;
    if (
      !(await moveReceipt(
        trx,
        { accountId: row.account_id, payoutId: row.id },
        "noticeReversal",
        sql`reversed_at = ${row.canceled_at}`,
      ))
    )
      continue;
    annulled.push(row);
    // The bank pays the others: a payment left without a valid receipt.
    if (MAY_HAVE_ORDER.includes(row.state) && answer !== "MAY_BE_PAID")
      await cancelEarned(platform, trx, row, answer ?? null);
    await announceReversal(trx, row);
  }
  if (annulled.length > 0)
    await platform.events.publish(trx, "receipts.annulled-by-workman", {
      payouts: annulled.map((row) => ({ accountId: row.account_id, id: row.id })),
      at: platform.clock.now(),
    });
}
