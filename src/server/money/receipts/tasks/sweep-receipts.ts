import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { CanceledReceipt } from "#server/integrations/tax-service/port.ts";
import { RECEIPT_INN } from "#server/data/receipt-inn.ts";
import { groupBy } from "#server/data/group-by.ts";
import { inBatchTransaction, preferIndexes } from "#server/data/batch-transaction.ts";
import type { Trx } from "#server/data/transaction.ts";
import { AppError } from "#server/http/app-error.ts";
import {
  askAboutPayout,
  endPayout,
  MAY_HAVE_ORDER,
  moveReceipt,
  orderIdOf,
  type AskedPayout,
  type EndedRow,
} from "#server/money/payouts/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Claim } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { announceReversal, settleAnnulled } from "../actions/settle-annulled.ts";

/** Between passes over all workers: the customer knows within the hour. */
const PAUSE_MS = 3_600_000;
/** A worker corrects the current year and the one before. */
const LOOK_BACK_DAYS = 400;

interface SweptWorkman {
  readonly id: number;
  /** Periods of valid receipts, one for each ИНН they were asked for under. */
  readonly periods: readonly { readonly inn: string; readonly from: string; readonly to: string }[];
}

type CanceledOfWorkman = CanceledReceipt & { readonly workmanId: number };

/** `asked`: the bank's word of its payment. */
interface Annulled extends CanceledOfWorkman {
  /** `null`: no order can exist, or the bank could not be asked. */
  readonly asked: AskedPayout | null;
}

/**
 * Finds receipts annulled in «Мой налог»: one pass over all workers by id, then a pause. Decision:
 * a payment left without a valid receipt has no record of its own; it is a receipt
 * REVERSED_BY_WORKMAN of a payout SENT or PAID. Source: `domain.md` §2.6, «sweep sees
 * CancelationTime», §3.3.
 */
export function sweepReceiptsTask(platform: Platform): BackgroundTask {
  return outsideTask<SweptWorkman, readonly Annulled[]>(platform, {
    name: "payouts.sweep-receipts",
    idleMs: 15_000,
    // One request to the tax service each.
    batch: 100,
    nameOf: ({ id }) => String(id),
    lease: (claim) => inBatchTransaction(platform.db, (trx) => leaseStep(trx, claim)),
    async ask(workmen) {
      const queries = workmen.flatMap(({ id, periods }) =>
        periods.map(({ inn, from, to }) => ({
          workmanId: id,
          inn,
          from: new Date(from),
          to: new Date(to),
        })),
      );
      const owners = new Map(queries.map(({ inn, workmanId }) => [inn, workmanId]));
      const found = queries.length > 0 ? await platform.taxService.canceledReceipts(queries) : [];
      const canceled = found.map((one) => ({ ...one, workmanId: owners.get(one.inn) ?? 0 }));
      const asked = await askAboutOrders(platform, canceled);
      const byWorkman = groupBy(
        canceled.map((one) => ({ ...one, asked: asked.get(one.receiptId) ?? null })),
        ({ workmanId }) => workmanId,
      );
      return new Map(workmen.map(({ id }) => [String(id), byWorkman.get(id) ?? []]));
    },
    async settleTogether(trx, rows, answers, at) {
      await preferIndexes(trx);
      await writeAnnulled(
        platform,
        trx,
        rows.flatMap(({ id }) => answers.get(String(id)) ?? []),
        at,
      );
      const last = Math.max(...rows.map(({ id }) => id));
      await sql`
        UPDATE receipt_sweep
        SET after_workman_id = ${last}, due_at = ${at}
        WHERE after_workman_id < ${last}`.execute(trx);
    },
  });
}

async function leaseStep(trx: Trx, { at, until, limit, isFree }: Claim): Promise<SweptWorkman[]> {
  const { rows: cursors } = await sql<{ after_workman_id: number }>`
    UPDATE receipt_sweep
    SET due_at = ${until}
    WHERE due_at <= ${at}
    RETURNING after_workman_id`.execute(trx);
  const cursor = cursors[0];
  if (!cursor) return [];
  const since = new Date(at.getTime() - LOOK_BACK_DAYS * 86_400_000);
  const { rows } = await sql<SweptWorkman>`
    SELECT w.id, r.periods
    FROM (SELECT id, inn
      FROM workmen
      WHERE id > ${cursor.after_workman_id}
        AND inn IS NOT NULL
        AND ${isFree(sql`workmen.id::text`)}
      ORDER BY id
      LIMIT ${limit}) w
    CROSS JOIN LATERAL (SELECT coalesce(jsonb_agg(i), '[]') AS periods
      FROM (SELECT ${RECEIPT_INN} AS inn, min(r.operation_at) AS "from", max(r.operation_at) AS "to"
        FROM receipts r
        WHERE r.workman_id = w.id AND r.state = 'REGISTERED' AND r.operation_at >= ${since}
        GROUP BY 1) i) r
    ORDER BY w.id`.execute(trx);
  if (rows.length === 0)
    await sql`
      UPDATE receipt_sweep
      SET after_workman_id = 0, due_at = ${new Date(at.getTime() + PAUSE_MS)}`.execute(trx);
  return rows;
}

/** For payouts that would be cancelled. */
async function askAboutOrders(
  platform: Platform,
  canceled: readonly CanceledOfWorkman[],
): Promise<ReadonlyMap<string, AskedPayout>> {
  const asked = new Map<string, AskedPayout>();
  for (const row of await payoutsOf(platform.db, canceled, sql``)) {
    if (!MAY_HAVE_ORDER.includes(row.state)) continue;
    try {
      const key = { accountId: row.account_id, payoutId: row.id };
      asked.set(row.receipt_id, await askAboutPayout(platform, key));
    } catch (error) {
      // Without an answer it waits for the next pass.
      if (!(error instanceof AppError && error.code === "unavailable")) throw error;
    }
  }
  return asked;
}

interface AnnulledPayout extends EndedRow {
  readonly receipt_id: string;
}

/**
 * Our own annulments are REVERSING or reversed: one still REGISTERED was annulled by its worker.
 */
async function payoutsOf(
  db: Kysely<Schema>,
  canceled: readonly CanceledOfWorkman[],
  lock: ReturnType<typeof sql>,
): Promise<AnnulledPayout[]> {
  if (canceled.length === 0) return [];
  const { rows } = await sql<AnnulledPayout>`
    SELECT p.*, p.xmin::text AS row_version, c.receipt_id
    FROM unnest(${canceled.map(({ workmanId }) => workmanId)}::integer[],
      ${canceled.map(({ receiptId }) => receiptId)}::text[]) AS c(workman_id, receipt_id)
    JOIN receipts r ON r.workman_id = c.workman_id
      AND r.state = 'REGISTERED'
      AND r.tax_receipt_id = c.receipt_id
    JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
    ORDER BY p.account_id, p.id ${lock}`.execute(db);
  return rows;
}

async function writeAnnulled(
  platform: Platform,
  trx: Trx,
  canceled: readonly Annulled[],
  at: Date,
): Promise<void> {
  const byReceipt = new Map(canceled.map((one) => [one.receiptId, one]));
  const annulled: EndedRow[] = [];
  for (const row of await payoutsOf(trx, canceled, sql`FOR NO KEY UPDATE OF p`)) {
    const { asked = null, at: canceledAt } = byReceipt.get(row.receipt_id) ?? {};
    // The bank pays what it has, without a valid receipt.
    const ends = MAY_HAVE_ORDER.includes(row.state) && asked?.order !== "AT_BANK";
    const order = asked?.order ?? null;
    const isNeverPaid = typeof order === "object" && order?.holdsFor(orderIdOf(row), row);
    // Changed since the question, or being submitted: left to the next pass.
    if (ends && !isNeverPaid) continue;
    const key = { accountId: row.account_id, payoutId: row.id };
    const set = sql`reversed_at = ${canceledAt ?? at}`;
    if (!(await moveReceipt(trx, key, "noticeReversal", set))) continue;
    annulled.push(row);
    if (ends) await endPayout(platform, trx, row, { asked });
    await announceReversal(trx, row);
  }
  await settleAnnulled(platform, trx, annulled, { by: "workman", at });
}
