import { sql, type RawBuilder } from "kysely";
import { type Permission } from "#contract/access/permissions.ts";
import { may } from "#contract/access/access.ts";
import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { JobDocumentState } from "#contract/job-documents/job-document-states.ts";
import type { CanceledOfferBy, JobOfferState } from "#contract/jobs/job-offer-states.ts";
import type { OfferFile } from "#contract/job-offers/offer-file.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import { RECEIPT_INN } from "#server/data/receipt-inn.ts";
import { WORKMAN_CARD, type WorkmanCardRow } from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { RESULT_FILES } from "./offer-files.ts";
import { VERSION_COLUMNS, type VersionedOffer } from "./offer-version.ts";

/** Jsonb; kopecks below 2^53. */
export interface ArbitrationRow {
  readonly amountKopecks: number;
  readonly newAmountKopecks: number;
  readonly reason: string;
  readonly comment: string | null;
  readonly openedAt: string;
  readonly answerUntil: string;
  readonly declineComment: string | null;
}

export interface OfferRow extends VersionedOffer {
  readonly account_id: number;
  readonly id: bigint;
  readonly job_id: bigint;
  readonly workman_id: number;
  readonly state: JobOfferState;
  readonly ended_by: CanceledOfferBy | null;
  readonly finish_comment: string | null;
  readonly decline_reason: string | null;
  readonly decline_comment: string | null;
  readonly reject_reason: string | null;
  readonly reject_comment: string | null;
  readonly created_at: Date;
  readonly accepted_at: Date | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly result_accepted_at: Date | null;
  readonly project_id: number | null;
  readonly job_state: JobState;
  readonly workman: WorkmanCardRow;
  readonly taxpayer_type: TaxpayerType | null;
  readonly smz_state: string;
  readonly act: { documentID: number; number: string; state: JobDocumentState } | null;
  readonly payout: { id: number; state: PayoutState } | null;
  readonly receipt: { state: ReceiptState; taxReceiptId: string | null; inn: string } | null;
  readonly arbitration: ArbitrationRow | null;
  readonly declined_arbitrations: number;
  readonly result_files: readonly OfferFile[];
  readonly account_unread: number;
  readonly workman_unread: number;
}

/** Add WHERE and ORDER: on offers `o`, jobs `j` and workmen `w`. */
export const selectOffers = (source = sql`job_offers`) => sql<OfferRow>`
  SELECT o.*, j.project_id, j.state AS job_state, ${VERSION_COLUMNS}, ${WORKMAN_CARD} AS workman, w.taxpayer_type, w.smz_state,
      (SELECT jsonb_build_object('documentID', d.id, 'number', d.number, 'state', d.state)
        FROM job_documents d
        WHERE d.account_id = o.account_id AND d.id = o.act_id) AS act,
      (SELECT jsonb_build_object('id', y.id, 'state', y.state)
        FROM payouts y
        WHERE y.account_id = o.account_id AND y.id = o.payout_id) AS payout,
      (SELECT jsonb_build_object('state', r.state, 'taxReceiptId', r.tax_receipt_id, 'inn', ${RECEIPT_INN})
        FROM receipts r
        WHERE r.account_id = o.account_id AND r.payout_id = o.payout_id) AS receipt,
      (SELECT jsonb_build_object('amountKopecks', t.amount_kopecks, 'newAmountKopecks',
        t.new_amount_kopecks, 'reason', t.reason, 'comment', t.comment, 'openedAt', t.opened_at,
        'answerUntil', t.answer_until, 'declineComment', t.decline_comment)
        FROM job_offer_arbitrations t
        WHERE t.account_id = o.account_id
          AND t.offer_id = o.id
          AND t.state NOT IN ('CANCELED', 'EXPIRED')
        ORDER BY t.id DESC
        LIMIT 1) AS arbitration,
      ${DECLINED_ARBITRATIONS} AS declined_arbitrations, ${RESULT_FILES} AS result_files,
      (SELECT count(*)::integer
        FROM job_offer_messages m
        WHERE m.account_id = o.account_id
          AND m.offer_id = o.id
          AND m.side = 'workman'
          AND m.id > o.account_read_id) AS account_unread,
      (SELECT count(*)::integer
        FROM job_offer_messages m
        WHERE m.account_id = o.account_id
          AND m.offer_id = o.id
          AND m.side = 'account'
          AND m.id > o.workman_read_id) AS workman_unread
    FROM ${source} o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    JOIN workmen w ON w.id = o.workman_id`;

/** Counts those before a moderator too. */
export const DECLINED_ARBITRATIONS = sql`
  (SELECT count(*)::integer
    FROM job_offer_arbitrations t
    WHERE t.account_id = o.account_id
      AND t.offer_id = o.id
      AND t.state IN ('DECLINED', 'MODERATION'))`;

/**
 * LEFT JOIN although every offer has both: PostgreSQL drops unused ones, so 100 000 offers are
 * counted alone.
 */
export const FROM_OFFERS = sql`
  job_offers o
  LEFT JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
  LEFT JOIN workmen w ON w.id = o.workman_id`;

/** Own, and the company's within reach. Source: `domain.md` §2.1, «Deny wins». */
export function visibleTo(actor: Actor): RawBuilder<unknown> {
  const ways = [
    ...(actor.workmanId === null ? [] : [sql`o.workman_id = ${actor.workmanId}`]),
    ...(actsFor(actor, "offers.view") ? [ofCompany(actor)] : []),
  ];
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` OR `)})`;
}

export function ofCompany({
  accountId,
  projectIds,
}: Pick<Actor, "accountId" | "projectIds">): RawBuilder<unknown> {
  return sql`
    (o.account_id = ${accountId} ${
      projectIds === null
        ? sql``
        : sql`
      AND j.project_id = ANY (${[...projectIds]}::integer[])`
    })`;
}

/** For a person of both sides. */
export function actsFor(actor: Actor, permission: Permission): boolean {
  return actor.accountId !== null && may(actor, permission);
}
