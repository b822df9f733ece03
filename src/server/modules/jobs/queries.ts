import { sql, type Kysely, type RawBuilder } from "kysely";
import type { JobPayType } from "#contract/definitions/payment-types.ts";
import type { JobDocumentState } from "#contract/job-documents/job-document-states.ts";
import type { JobInviteState } from "#contract/jobs/job-invite-states.ts";
import type { CanceledOfferBy, JobOfferState } from "#contract/jobs/job-offer-states.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { JobVisibility } from "#contract/jobs/job-visibility.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import { moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { RECEIPT_INN } from "#server/data/receipt-inn.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import {
  WORKMAN_CARD,
  workingFactsOf,
  type WorkingFactsRow,
  type WorkmanCardRow,
} from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { JOB_TERMS, type JobTerms } from "./job-terms.ts";

interface Place {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
}

/** Jsonb: kopecks below 2^53. */
export interface AcceptedOfferRow {
  readonly id: number;
  readonly state: JobOfferState;
  readonly amountKopecks: number;
  readonly workman: WorkmanCardRow;
  readonly act: { documentID: number; number: string; state: JobDocumentState } | null;
  readonly payout: { id: number; state: PayoutState } | null;
  readonly receipt: { state: ReceiptState; taxReceiptId: string | null; inn: string } | null;
}

interface MyOfferRow {
  readonly id: number;
  readonly state: JobOfferState;
  readonly endedBy: CanceledOfferBy | null;
  readonly amountKopecks: number;
}

export interface JobRow {
  readonly account_id: number;
  readonly id: bigint;
  readonly kind: "OFFER" | "PAYROLL";
  readonly state: JobState;
  readonly title: string;
  readonly description: string;
  readonly budget_kopecks: bigint;
  readonly pay_type: JobPayType | null;
  readonly start_at: Date | null;
  readonly finish_at: Date | null;
  readonly work_start: string | null;
  readonly work_end: string | null;
  readonly created_at: Date;
  readonly published_at: Date | null;
  readonly finished_at: Date | null;
  readonly address: string | null;
  readonly receipt_text: string | null;
  readonly is_act_required: boolean | null;
  readonly visibility: JobVisibility | null;
  readonly external_id: string | null;
  readonly registry_id: number | null;
  readonly reject_reason: string | null;
  readonly reject_comment: string | null;
  readonly cancel_reason: string | null;
  readonly cancel_comment: string | null;
  readonly workman_id: number | null;
  readonly project_id: number | null;
  readonly account_name: string;
  readonly account_state: string;
  readonly service: Place;
  readonly service_group: Place;
  readonly default_receipt_text: string;
  readonly city: { id: number; title: string } | null;
  readonly project: { id: number; title: string } | null;
  readonly tags: { id: number; title: string }[];
  readonly offers_count: number;
  readonly new_offers_count: number;
  readonly invites_count: number;
  readonly accepted_offer: AcceptedOfferRow | null;
  readonly my_offer: MyOfferRow | null;
  readonly account_unread: number;
  readonly workman_unread: number;
  readonly my_invite: { id: number; state: JobInviteState } | null;
  readonly my_workman: WorkingFactsRow | null;
  readonly allowed_taxpayer_types: string[];
  readonly has_account_review: boolean;
  readonly has_workman_review: boolean;
  readonly is_favourite: boolean;
  readonly is_blacklisted: boolean;
  readonly terms: JobTerms;
}

/** At most one per job. */
export const ACCEPTED_OFFER_STATES: readonly JobOfferState[] = [
  "ACCEPTED",
  "INPROGRESS",
  "COMPLETED",
  "ARBITRATION",
  "RESULTACCEPTED",
  "FINISHED",
];

/** Of an offer `o`: lists name archived ones on request only. */
export const SHOWN_OFFER = sql`o.state <> 'ARCHIVED'`;

export function invitesOf(actor: Actor | null): RawBuilder<unknown> {
  return sql`${invitesSentTo(actor)} AND i.state <> 'CANCELED'`;
}

/** By workman, or by phone before registration. */
export function invitesSentTo(actor: Actor | null): RawBuilder<unknown> {
  if (!actor?.workmanId) return sql`false`;
  return sql`
    (i.workman_id = ${actor.workmanId} OR (i.workman_id IS NULL AND i.phone = ${actor.phone}))`;
}

/** Add WHERE and ORDER. */
export function selectJobs(
  actor: Actor | null,
  now: Date,
  source: RawBuilder<unknown>,
): RawBuilder<JobRow> {
  const workmanId = actor?.workmanId ?? null;
  const accepted = sql`
    o.account_id = j.account_id
      AND o.job_id = j.id
      AND o.state = ANY (${ACCEPTED_OFFER_STATES}::text[])`;
  return sql<JobRow>`
    SELECT j.*, ${JOB_TERMS} AS terms, a.short_name AS account_name, a.state AS account_state,
      s.default_receipt_text,
      jsonb_build_object('id', s.id, 'title', s.title, 'slug', s.slug) AS service,
        jsonb_build_object('id', g.id, 'title', g.title, 'slug', g.slug) AS service_group,
      (SELECT jsonb_build_object('id', c.id, 'title', c.title)
        FROM cities c
        WHERE c.id = j.city_id) AS city,
      (SELECT jsonb_build_object('id', p.id, 'title', p.title)
        FROM projects p
        WHERE p.account_id = j.account_id AND p.id = j.project_id) AS project,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title) ORDER BY t.title)
        FROM job_tags t
        WHERE t.account_id = j.account_id AND t.title = ANY (j.tags)),
        '[]') AS tags,
      (SELECT count(*)::integer
        FROM job_offers o
        WHERE o.account_id = j.account_id
          AND o.job_id = j.id
          AND ${SHOWN_OFFER}
          AND (o.account_id = ${actor?.accountId ?? null}
            OR o.state NOT IN ('CANCELED', 'REJECTED'))) AS offers_count,
      ${newOffersOf(actor)} AS new_offers_count,
      (SELECT count(*)::integer
        FROM job_invites i
        WHERE i.account_id = j.account_id
          AND i.job_id = j.id) AS invites_count,
      (SELECT ${ACCEPTED_OFFER}
        FROM job_offers o
        JOIN workmen w ON w.id = o.workman_id
        WHERE ${accepted}) AS accepted_offer,
      (SELECT jsonb_build_object('id', o.id, 'state', o.state, 'endedBy', o.ended_by,
          'amountKopecks', o.amount_kopecks)
        FROM job_offers o
        WHERE o.workman_id = ${workmanId} AND o.account_id = j.account_id AND o.job_id = j.id
        ORDER BY o.id DESC
        LIMIT 1) AS my_offer,
      (SELECT jsonb_build_object('id', i.id, 'state', i.state) FROM job_invites i
        WHERE i.account_id = j.account_id AND i.job_id = j.id AND ${invitesOf(actor)}
        ORDER BY i.id DESC
        LIMIT 1) AS my_invite,
      ${unreadBy(actor?.accountId ?? null, "account")} AS account_unread,
        ${unreadBy(workmanId, "workman")} AS workman_unread,
      ${workingFactsOf(workmanId, moscowDate(now))} AS my_workman, s.allowed_taxpayer_types,
      EXISTS (SELECT FROM account_reviews r
        WHERE r.account_id = j.account_id
          AND r.job_id = j.id
          AND r.state <> 'DELETED') AS has_account_review,
      EXISTS (SELECT FROM workman_reviews r
        WHERE r.account_id = j.account_id
          AND r.job_id = j.id
          AND r.state <> 'DELETED') AS has_workman_review,
      ${isFavourite(actor)} AS is_favourite,
        ${isBlacklisted(actor, moscowDate(now))} AS is_blacklisted
    FROM ${source} j
    JOIN accounts a ON a.id = j.account_id
    JOIN services s ON s.id = j.service_id
    JOIN service_groups g ON g.id = s.group_id`;
}

/** Newest first. */
export async function loadJobs(
  db: Kysely<Schema>,
  actor: Actor | null,
  { where, now, limit }: { where: RawBuilder<unknown>; now: Date; limit: number },
): Promise<JobRow[]> {
  const chosen = sql`
    (SELECT j.* FROM jobs j WHERE ${where} ORDER BY j.id DESC LIMIT ${sql.lit(limit)})`;
  const { rows } = await sql<JobRow>`
    ${selectJobs(actor, now, chosen)} ORDER BY j.id DESC`.execute(db);
  return rows;
}

const ACCEPTED_OFFER = sql`
  jsonb_build_object('id', o.id, 'state', o.state, 'amountKopecks', o.amount_kopecks,
    'workman', ${WORKMAN_CARD},
    'act',
      (SELECT jsonb_build_object('documentID', d.id, 'number', d.number, 'state', d.state)
        FROM job_documents d
        WHERE d.account_id = o.account_id AND d.id = o.act_id),
    'payout',
      (SELECT jsonb_build_object('id', y.id, 'state', y.state)
        FROM payouts y
        WHERE y.account_id = o.account_id AND y.id = o.payout_id),
    'receipt',
      (SELECT jsonb_build_object('state', r.state, 'taxReceiptId', r.tax_receipt_id, 'inn', ${RECEIPT_INN})
        FROM receipts r
        WHERE r.account_id = o.account_id AND r.payout_id = o.payout_id))`;

/** Those that wait for the company's answer. */
function newOffersOf(actor: Actor | null): RawBuilder<unknown> {
  if (!actor?.accountId) return sql`0`;
  return sql`
    (SELECT count(*)::integer
      FROM job_offers o
      WHERE o.account_id = j.account_id AND o.job_id = j.id AND o.state = 'CREATED')`;
}

function unreadBy(id: number | null, side: "account" | "workman"): RawBuilder<unknown> {
  if (id === null) return sql`0`;
  return sql`
    (SELECT count(*)::integer
      FROM job_offers o
      JOIN job_offer_messages m ON m.account_id = o.account_id AND m.offer_id = o.id
    WHERE o.account_id = j.account_id
      AND o.job_id = j.id
      AND ${sql.ref(`o.${side}_id`)} = ${id}
      AND m.id > ${sql.ref(`o.${side}_read_id`)}
      AND m.side = ${side === "account" ? "workman" : "account"})`;
}

export function isFavourite(actor: Actor | null): RawBuilder<unknown> {
  if (!actor?.workmanId) return sql`false`;
  // An array is read once per list.
  return sql`
    j.account_id = ANY (ARRAY(SELECT e.account_id
      FROM employments e
      WHERE e.workman_id = ${actor.workmanId} AND e.state = 'ACTIVE'))`;
}

function isBlacklisted(actor: Actor | null, today: CalendarDate): RawBuilder<unknown> {
  if (!actor?.workmanId) return sql`false`;
  return sql`
    EXISTS (SELECT FROM blacklist_entries b
      WHERE b.account_id = j.account_id AND (b.until IS NULL OR b.until >= ${today}::date)
    AND (b.phone = ${actor.phone}
      OR b.inn = (SELECT w.inn FROM workmen w WHERE w.id = ${actor.workmanId})))`;
}
