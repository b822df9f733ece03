import { sql, type Kysely } from "kysely";
import type { JobOfferState } from "#contract/jobs/job-offer-states.ts";
import { failureOf } from "#contract/payouts/payout-failures.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import {
  URGENT_PAPER_DAYS,
  URGENT_TAX_DAYS,
  urgentItemsOf,
  type UrgentFacts,
  type UrgentItem,
} from "#contract/urgent/urgent.ts";
import {
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { netPayOf } from "#server/data/net-pay.ts";

/** Per kind. */
const MOST = 20;

export async function loadUrgent(
  db: Kysely<Schema>,
  workmanId: number,
  now: Date,
): Promise<UrgentItem[]> {
  const today = moscowDate(now);
  const [payouts, offers, invites, papers, taxes] = await Promise.all([
    readPayouts(db, workmanId),
    readOffers(db, workmanId),
    readInvites(db, workmanId, now),
    readPapers(db, workmanId, today),
    readTaxes(db, workmanId, today),
  ]);
  return urgentItemsOf({ today, payouts, offers, invites, papers, taxes });
}

async function readPayouts(db: Kysely<Schema>, workmanId: number): Promise<UrgentFacts["payouts"]> {
  const { rows } = await sql<{
    id: bigint;
    job_id: bigint;
    state: PayoutState;
    net_kopecks: bigint;
    failure_reason: string | null;
    attempt: number;
  }>`
    SELECT id, job_id, state, ${netPayOf("p")} AS net_kopecks, failure_reason, attempt
    FROM payouts p
    WHERE workman_id = ${workmanId}
      AND state IN ('ACT_PENDING', 'RECEIPT_FAILED', 'RETURNED', 'FAILED')
    ORDER BY created_at DESC
    LIMIT ${MOST}`.execute(db);
  return rows.map((row) => ({
    id: Number(row.id),
    jobId: Number(row.job_id),
    state: row.state,
    toTransferKopecks: row.net_kopecks,
    failure: failureOf(row.state, row.failure_reason),
    triesCount: row.attempt,
  }));
}

async function readOffers(db: Kysely<Schema>, workmanId: number): Promise<UrgentFacts["offers"]> {
  const { rows } = await sql<{
    job_id: bigint;
    title: string;
    state: JobOfferState;
    amount_kopecks: bigint;
    proposed_kopecks: bigint | null;
    unread: number;
  }>`
    SELECT * FROM (
      SELECT o.job_id, j.title, o.state, o.amount_kopecks, o.created_at,
        (SELECT t.new_amount_kopecks
          FROM job_offer_arbitrations t
          WHERE t.account_id = o.account_id AND t.offer_id = o.id AND t.state = 'OPEN')
          AS proposed_kopecks,
        (SELECT count(*)::integer
          FROM job_offer_messages m
          WHERE m.account_id = o.account_id
            AND m.offer_id = o.id
            AND m.side = 'account'
            AND m.id > o.workman_read_id) AS unread
      FROM job_offers o
      JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
      WHERE o.workman_id = ${workmanId} AND o.state NOT IN ('FINISHED', 'ARCHIVED')) o
    WHERE o.state = 'ACCEPTED' OR o.proposed_kopecks IS NOT NULL OR o.unread > 0
    ORDER BY o.created_at DESC
    LIMIT ${MOST}`.execute(db);
  return rows.map((row) => ({
    jobId: Number(row.job_id),
    title: row.title,
    state: row.state,
    amountKopecks: row.amount_kopecks,
    proposedKopecks: row.proposed_kopecks,
    unreadCount: row.unread,
  }));
}

async function readInvites(
  db: Kysely<Schema>,
  workmanId: number,
  now: Date,
): Promise<UrgentFacts["invites"]> {
  const { rows } = await sql<{ job_id: bigint; title: string }>`
    SELECT i.job_id, j.title
    FROM job_invites i
    JOIN jobs j ON j.account_id = i.account_id AND j.id = i.job_id
    WHERE i.workman_id = ${workmanId} AND i.state IN ('SENT', 'VIEWED') AND i.expires_at > ${now}
    ORDER BY i.expires_at
    LIMIT ${MOST}`.execute(db);
  return rows.map(({ job_id, title }) => ({ jobId: Number(job_id), title }));
}

/** The newest of each kind. */
async function readPapers(
  db: Kysely<Schema>,
  workmanId: number,
  today: string,
): Promise<UrgentFacts["papers"]> {
  const { rows } = await sql<{ type: WorkmanDocumentType; last_day: string }>`
    SELECT * FROM (
      SELECT DISTINCT ON (d.type) d.type, d.expire_date::text AS last_day
      FROM workman_documents d
      WHERE d.workman_id = ${workmanId} AND d.state <> 'REJECTED'
      ORDER BY d.type, d.id DESC) d
    WHERE d.last_day <= ${addDays(today, URGENT_PAPER_DAYS)}
    ORDER BY d.last_day`.execute(db);
  return rows.map(({ type, last_day }) => ({
    title: WORKMAN_DOCUMENT_TYPE.titles[type],
    lastDay: last_day,
  }));
}

async function readTaxes(
  db: Kysely<Schema>,
  workmanId: number,
  today: string,
): Promise<UrgentFacts["taxes"]> {
  const { rows } = await sql<{ kopecks: bigint; due_date: string }>`
    SELECT a.tax_kopecks - a.paid_kopecks AS kopecks, a.due_date::text AS due_date
    FROM tax_accruals a
    JOIN workmen w ON w.id = a.workman_id
    WHERE a.workman_id = ${workmanId}
      AND w.tax_payer = 'WORKMAN'
      AND a.tax_kopecks > a.paid_kopecks
      AND a.due_date <= ${addDays(today, URGENT_TAX_DAYS)}::date
    ORDER BY a.due_date
    LIMIT ${MOST}`.execute(db);
  return rows.map(({ kopecks, due_date }) => ({ kopecks, dueDate: due_date }));
}
