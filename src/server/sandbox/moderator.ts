import { sql, type Kysely } from "kysely";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { decideName, WAITING_NAMES } from "#server/modules/accounts/index.ts";
import { notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { decideJob } from "./decide-job.ts";
import { decideOffer } from "./decide-offer.ts";
import { decideComplaint, WAITING_COMPLAINTS } from "./decide-complaint.ts";
import { decideReply, decideReview, WAITING_REPLIES } from "./decide-review.ts";
import {
  decideWorkmanDocument,
  WAITING_DOCUMENTS,
} from "#server/modules/workman-documents/index.ts";
import { type Decision, MODERATOR, reasonOf, refuse, notify, notifyManagers } from "./decision.ts";
import type { Platform } from "#server/platform.ts";

/**
 * Records in moderation, oldest first. Offers need no approval: listed are those that seem to
 * bypass the platform.
 */
export async function readModeration(
  db: Kysely<Schema>,
): Promise<{ kind: string; id: number; title: string; since: string }[]> {
  const { rows } = await sql<{
    kind: string;
    id: number | bigint;
    title: string;
    created_at: Date;
  }>`
    SELECT 'account' AS kind, id, short_name AS title, created_at
    FROM accounts
    WHERE state = 'MODERATION'
    UNION ALL
    SELECT 'workman', id, concat_ws(' ', last_name, first_name, middle_name), created_at
    FROM workmen
    WHERE state = 'MODERATION'
    UNION ALL
    SELECT 'account-review', r.id, 'Отзыв о компании ' || a.short_name || ': ' || left(r.text, 80),
      r.created_at
    FROM account_reviews r
    JOIN accounts a ON a.id = r.account_id
    WHERE r.state = 'MODERATION'
    UNION ALL
    SELECT 'workman-review', r.id,
      'Отзыв об исполнителе ' || concat_ws(' ', w.last_name, w.first_name) || ': ' || left(r.text,
        80),
      r.created_at
    FROM workman_reviews r JOIN workmen w ON w.id = r.workman_id WHERE r.state = 'MODERATION'
    UNION ALL
    ${WAITING_NAMES}
    UNION ALL
    ${WAITING_REPLIES}
    UNION ALL
    ${WAITING_COMPLAINTS}
    UNION ALL
    SELECT 'workman-document', p.id, p.title, p.created_at FROM (${WAITING_DOCUMENTS}) p
    UNION ALL
    SELECT 'job', j.id,
      'Задание «' || j.title || '», ' || a.short_name || ': ' || left(j.description, 200),
      j.created_at
    FROM jobs j
    JOIN accounts a ON a.id = j.account_id
    WHERE j.kind = 'OFFER' AND j.state = 'MODERATION'
    UNION ALL
    SELECT 'arbitration', o.id::integer,
      'Изменение выплаты по заданию «' || j.title || '»: ' || trim_scale(t.amount_kopecks / 100.0) || ' → ' || trim_scale(t.new_amount_kopecks / 100.0) || ' ₽',
      t.answered_at
    FROM job_offer_arbitrations t
    JOIN job_offers o ON o.account_id = t.account_id AND o.id = t.offer_id
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE t.state = 'MODERATION'
    UNION ALL
    SELECT 'job-offer', o.id::integer,
      'Похоже на контакты в отклике на «' || j.title || '»: ' || left(o.message, 80), o.created_at
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE o.state = 'CREATED' AND o.message ~ '@|[0-9][0-9 ()-]{8,}[0-9]'
    ORDER BY created_at LIMIT 200`.execute(db);
  return rows.map((row) => ({
    kind: row.kind,
    id: Number(row.id),
    title: row.title,
    since: row.created_at.toISOString(),
  }));
}

/**
 * Plays the moderator: changes the state, notifies people, writes the journal.
 *
 * @throws AppError `not_found` - a kind without moderation or an absent record; `conflict` - not in
 *   moderation.
 */
export async function decideModeration(
  trx: Trx,
  platform: Platform,
  kind: string,
  decision: Decision,
): Promise<void> {
  const { events } = platform;
  if (kind === "job-offer" || kind === "arbitration")
    return decideOffer(trx, platform, kind, decision);
  if (kind === "account-name") return decideAccountName(trx, decision);
  if (kind === "account") return decideAccount(trx, events, decision);
  if (kind === "workman") return decideWorkman(trx, events, decision);
  if (kind === "account-review" || kind === "workman-review")
    return decideReview(trx, events, kind, decision);
  if (kind === "account-review-reply" || kind === "workman-review-reply")
    return decideReply(trx, kind, decision);
  if (kind === "complaint") return decideComplaint(trx, events, decision);
  if (kind === "workman-document") return decideDocument(trx, events, decision);
  if (kind === "job") return decideJob(trx, events, decision);
  throw notFound();
}

async function decideAccountName(trx: Trx, { id, verdict, at }: Decision): Promise<void> {
  const names = await decideName(trx, id, verdict === "approve" ? "approve" : "reject");
  if (names === null)
    return void (await refuse(trx, sql<{ id: number }>`SELECT id FROM accounts WHERE id = ${id}`));
  await announce(trx, { to: `account:${id}`, resource: "accounts", ids: [id] });
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event: "account.updated",
      accountId: id,
      object: { type: "account", id, title: names.before },
      before: { name: names.before },
      after: { name: verdict === "approve" ? names.asked : names.before },
      reason: verdict,
    },
    at,
  );
}

async function decideAccount(
  trx: Trx,
  events: ProductEventBus,
  { id, verdict, reasonId, comment, at }: Decision,
): Promise<void> {
  const state = verdict === "approve" ? "ACTIVE" : "REJECTED";
  const reason = verdict === "reject" ? reasonOf(REASONS.accountReject, reasonId) : null;
  const { rows } = await sql<{ short_name: string }>`
    UPDATE accounts
    SET state = ${state},
      reject_comment = ${verdict === "reject" ? (comment ?? reason?.title ?? null) : null}
    WHERE id = ${id} AND state = 'MODERATION' RETURNING short_name`.execute(trx);
  const title =
    rows[0]?.short_name ??
    (await refuse(trx, sql<{ id: number }>`SELECT id FROM accounts WHERE id = ${id}`));
  const account = { id, companyDetailsName: title };
  if (verdict === "approve")
    await notifyManagers(trx, events, "AccountAccepted", { account }, { accountId: id, at });
  else
    await notifyManagers(
      trx,
      events,
      "AccountRejected",
      { account, rejectReason: reason, rejectComment: comment },
      { accountId: id, at },
    );
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event: "account.state_changed",
      accountId: id,
      object: { type: "account", id, title },
      before: { state: "MODERATION" },
      after: { state },
      ...(comment ? { reason: comment } : {}),
    },
    at,
  );
}

async function decideDocument(
  trx: Trx,
  events: ProductEventBus,
  { id, verdict, reasonId, comment, at }: Decision,
): Promise<void> {
  const reason = verdict === "reject" ? reasonOf(REASONS.workmanReject, reasonId) : null;
  const decided = await decideWorkmanDocument(trx, {
    id,
    isApproved: verdict === "approve",
    reasonId: reason?.id ?? null,
    comment,
    at,
  });
  if (!decided)
    return void (await refuse(
      trx,
      sql<{ id: number }>`SELECT id FROM workman_documents WHERE id = ${id}`,
    ));
  const event = verdict === "approve" ? "workman.document_approved" : "workman.document_rejected";
  const name = WORKMAN_DOCUMENT_TYPE.titles[decided.type];
  if (verdict === "reject")
    await notify(
      trx,
      events,
      "DocumentRejected",
      { document: { name, type: decided.type }, rejectReason: reason, rejectComment: comment },
      { personId: decided.personId, accountId: null, at },
    );
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event,
      object: { type: "workman-document", id, title: name },
      ...(comment ? { reason: comment } : {}),
    },
    at,
  );
}

async function decideWorkman(
  trx: Trx,
  events: ProductEventBus,
  { id, verdict, reasonId, comment, at }: Decision,
): Promise<void> {
  const state = verdict === "approve" ? "ACTIVE" : "REJECTED";
  const reason = verdict === "reject" ? reasonOf(REASONS.workmanReject, reasonId) : null;
  const { rows } = await sql<{ person_id: number; name: string }>`
    UPDATE workmen
    SET state = ${state},
      error = ${verdict === "reject" ? (comment ?? reason?.title ?? null) : null}
    WHERE id = ${id} AND state = 'MODERATION'
    RETURNING person_id, concat_ws(' ', last_name, first_name) AS name`.execute(trx);
  const workman = rows[0];
  if (!workman)
    return void (await refuse(trx, sql<{ id: number }>`SELECT id FROM workmen WHERE id = ${id}`));
  const to = { personId: workman.person_id, accountId: null, at };
  // His documents are reviewed with the profile.
  if (verdict === "approve")
    await sql`
      UPDATE workman_documents
      SET state = 'VALID'
      WHERE workman_id = ${id} AND state IN ('UPLOADED', 'CHECKING')`.execute(trx);
  if (verdict === "approve")
    await notify(trx, events, "WorkmanAccepted", { workman: { id, name: workman.name } }, to);
  else
    await notify(
      trx,
      events,
      "WorkmanRejected",
      { rejectReason: reason, rejectComment: comment },
      to,
    );
  await announce(trx, { to: `person:${workman.person_id}`, resource: "workman" });
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event: "workman.state_changed",
      object: { type: "workman", id },
      before: { state: "MODERATION" },
      after: { state },
      ...(comment ? { reason: comment } : {}),
    },
    at,
  );
}
