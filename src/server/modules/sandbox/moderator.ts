import { sql, type Kysely } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { Schema } from "#server/database/schema.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { notFound } from "#server/platform/app-error.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { decideReview } from "./decide-review.ts";
import { type Decision, MODERATOR, reasonOf, refuse, tell } from "./decision.ts";
/** What waits for a moderator, the oldest first. */
export async function readModeration(db: Kysely<Schema>): Promise<{ kind: string; id: number; title: string; since: string }[]> {
  const { rows } = await sql<{ kind: string; id: number; title: string; created_at: Date }>`
    SELECT 'account' AS kind, id, short_name AS title, created_at FROM accounts WHERE state = 'MODERATION'
    UNION ALL
    SELECT 'workman', id, concat_ws(' ', last_name, first_name, middle_name), created_at FROM workmen WHERE state = 'MODERATION'
    UNION ALL
    SELECT 'account-review', r.id, 'Отзыв о компании ' || a.short_name || ': ' || left(r.text, 80), r.created_at FROM account_reviews r JOIN accounts a ON a.id = r.account_id WHERE r.state = 'MODERATION'
    UNION ALL
    SELECT 'workman-review', r.id, 'Отзыв об исполнителе ' || concat_ws(' ', w.last_name, w.first_name) || ': ' || left(r.text, 80), r.created_at
    FROM workman_reviews r JOIN workmen w ON w.id = r.workman_id WHERE r.state = 'MODERATION'
    ORDER BY created_at LIMIT 200`.execute(db);
  return rows.map((row) => ({ kind: row.kind, id: row.id, title: row.title, since: row.created_at.toISOString() }));
}

/**
 * Plays the moderator: moves the state, tells the people concerned, writes the journal.
 *
 * @throws AppError `not_found` for a kind without moderation or an absent record, `conflict` when it does not wait for a decision.
 */
export async function decideModeration(trx: Trx, events: ProductEventBus, kind: string, decision: Decision): Promise<void> {
  if (kind === "account") return decideAccount(trx, events, decision);
  if (kind === "workman") return decideWorkman(trx, events, decision);
  if (kind === "account-review" || kind === "workman-review") return decideReview(trx, events, kind, decision);
  throw notFound();
}

async function decideAccount(trx: Trx, events: ProductEventBus, { id, verdict, reasonId, comment, at }: Decision): Promise<void> {
  const state = verdict === "approve" ? "ACTIVE" : "REJECTED";
  const reason = verdict === "reject" ? reasonOf(REASONS.accountReject, reasonId) : null;
  const { rows } = await sql<{ short_name: string }>`
    UPDATE accounts SET state = ${state}, reject_comment = ${verdict === "reject" ? (comment ?? reason?.title ?? null) : null}
    WHERE id = ${id} AND state = 'MODERATION' RETURNING short_name`.execute(trx);
  const title = rows[0]?.short_name ?? (await refuse(trx, sql<{ id: number }>`SELECT id FROM accounts WHERE id = ${id}`));
  const managers = await sql<{ person_id: number }>`
    SELECT person_id FROM account_users WHERE account_id = ${id} AND role IN ('OWNER', 'ADMIN') AND state = 'ACTIVE'`.execute(trx);
  const account = { id, companyDetailsName: title };
  for (const { person_id: personId } of managers.rows) {
    if (verdict === "approve") await tell(trx, events, "AccountAccepted", { account }, { personId, accountId: id, at });
    else await tell(trx, events, "AccountRejected", { account, rejectReason: reason, rejectComment: comment }, { personId, accountId: id, at });
  }
  await writeAudit(
    trx,
    MODERATOR,
    null,
    { event: "account.state_changed", accountId: id, object: { type: "account", id, title }, before: { state: "MODERATION" }, after: { state }, ...(comment ? { reason: comment } : {}) },
    at,
  );
}

async function decideWorkman(trx: Trx, events: ProductEventBus, { id, verdict, reasonId, comment, at }: Decision): Promise<void> {
  const state = verdict === "approve" ? "ACTIVE" : "REJECTED";
  const reason = verdict === "reject" ? reasonOf(REASONS.workmanReject, reasonId) : null;
  const { rows } = await sql<{ person_id: number; name: string }>`
    UPDATE workmen SET state = ${state}, error = ${verdict === "reject" ? (comment ?? reason?.title ?? null) : null}
    WHERE id = ${id} AND state = 'MODERATION' RETURNING person_id, concat_ws(' ', last_name, first_name) AS name`.execute(trx);
  const workman = rows[0];
  if (!workman) return void (await refuse(trx, sql<{ id: number }>`SELECT id FROM workmen WHERE id = ${id}`));
  const to = { personId: workman.person_id, accountId: null, at };
  if (verdict === "approve") await tell(trx, events, "WorkmanAccepted", { workman: { id, name: workman.name } }, to);
  else await tell(trx, events, "WorkmanRejected", { rejectReason: reason, rejectComment: comment }, to);
  await writeAudit(
    trx,
    MODERATOR,
    null,
    { event: "workman.state_changed", object: { type: "workman", id }, before: { state: "MODERATION" }, after: { state }, ...(comment ? { reason: comment } : {}) },
    at,
  );
}
