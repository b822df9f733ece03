import { sql } from "kysely";
import { EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { claimMessages, strangersAmong } from "#server/modules/accounts/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { ProductEventBus } from "#server/product-events.ts";

interface Registered {
  readonly workmanId: number;
  readonly phone: string;
  readonly projectId: number | null;
  readonly comment: string | null;
}

/**
 * `inviteEmployee` for many.
 *
 * @returns ids of added ones; by phone why a stranger gets no message today.
 */
export async function inviteRegistered(
  trx: Trx,
  events: ProductEventBus,
  accountId: number,
  workmen: readonly Registered[],
  at: Date,
): Promise<{ added: ReadonlySet<number>; refused: ReadonlyMap<string, string> }> {
  const strangers = await strangersAmong(
    trx,
    accountId,
    workmen.map((one) => one.workmanId),
  );
  const refused = await claimMessages(
    trx,
    accountId,
    workmen.filter((one) => strangers.has(one.workmanId)).map((one) => one.phone),
    false,
    at,
  );
  const allowed = workmen.filter((one) => !refused.has(one.phone));
  if (allowed.length === 0) return { added: new Set(), refused };
  const reinvite = transition(EMPLOYMENT_TRANSITIONS, "reinvite", "account", { of: "e" });
  const { rows } = await sql<{ id: number; workman_id: number }>`
    INSERT INTO employments AS e (account_id, workman_id, state, project_ids, comment, since,
      invited_phone)
    SELECT ${accountId}, w.id, CASE
      WHEN w.state = 'ACTIVE' THEN 'CONFIRMATION'
      ELSE 'INVITED' END, CASE
      WHEN v.project_id IS NULL THEN NULL
      ELSE ARRAY[v.project_id] END, v.comment, ${at}, v.phone
    FROM unnest(${allowed.map((one) => one.workmanId)}::integer[],
      ${allowed.map((one) => one.phone)}::text[], ${allowed.map((one) => one.projectId)}::integer[],
      ${allowed.map((one) => one.comment)}::text[])
      AS v (workman_id, phone, project_id, comment) JOIN workmen w ON w.id = v.workman_id
    ON CONFLICT (account_id, workman_id) DO UPDATE
    SET ${reinvite.set}, agreed_at = NULL, project_ids = excluded.project_ids,
      comment = coalesce(excluded.comment, e.comment), since = excluded.since
      WHERE ${reinvite.from}
    RETURNING e.id, e.workman_id`.execute(trx);
  for (const { id } of rows)
    await events.publish(trx, "employment.invited", { accountId, employmentId: id, at });
  return { added: new Set(rows.map((row) => row.workman_id)), refused };
}
