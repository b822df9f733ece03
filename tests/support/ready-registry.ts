import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { PayrollScene } from "#tests/support/payroll-scene.ts";

/** Kopecks without commission. */
export type Paid = readonly [workmanId: number, kopecks: bigint];

/** Validated, by SQL alone. */
export async function aReadyRegistry(
  db: Kysely<Schema>,
  company: Pick<PayrollScene, "accountId" | "ownerId">,
  pays: readonly Paid[],
  at: Date,
): Promise<PayrollScene> {
  const { accountId, ownerId } = company;
  const total = pays.reduce((sum, [, kopecks]) => sum + kopecks, 0n);
  const today = moscowDate(at);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on,
      row_count, checked_count, ready_count, workmen_count, amount_kopecks, commission_kopecks)
    VALUES (${accountId}, 'payroll', 'READY', nextval('registry_item_ids')::integer, ${ownerId},
      ${at}, ${today}::date, ${pays.length}, ${pays.length}, ${pays.length}, ${pays.length},
      ${total}, 0)
    RETURNING id`.execute(db);
  const registryId = rows[0]?.id as number;
  await sql`
    INSERT INTO registry_items (account_id, registry_id, row_no, created_on, cells, state, inn,
      workman_id, service_id, receipt_text, work_start, work_end, act_date, amount_kopecks,
      commission_kopecks, payout_kind)
    SELECT ${accountId}, ${registryId}, k.no, ${today}::date, array_fill(''::text, ARRAY[13]),
      'READY_TO_APPLY', w.inn, w.id, s.id, s.default_receipt_text, ${today}::date - 30,
      ${today}::date - 1, ${today}::date, k.kopecks, 0, 'CARD'
    FROM unnest(${pays.map(([workman]) => workman)}::integer[],
      ${pays.map(([, kopecks]) => String(kopecks))}::bigint[]) WITH ORDINALITY AS k(workman_id,
      kopecks, no)
    JOIN workmen w ON w.id = k.workman_id
    JOIN services s ON s.id = (SELECT min(id) FROM services WHERE active)`.execute(db);
  return { accountId, ownerId, registryId, createdOn: today, totalKopecks: total };
}
