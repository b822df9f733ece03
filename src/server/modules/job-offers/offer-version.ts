import { sql } from "kysely";
import { writeVersion } from "#contract/values/seen-version.ts";
import { commissionOn } from "#contract/workmen/payability.ts";
import { JOB_TERMS, type JobTerms } from "#server/modules/jobs/index.ts";
import { fingerprint } from "#server/http/consent.ts";

interface Proposal {
  readonly newAmountKopecks: number;
  readonly reason: string;
  readonly comment: string | null;
}

export interface VersionedOffer {
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly hold_id: bigint | null;
  readonly commission_ppm: number;
  readonly message: string | null;
  readonly job_terms: JobTerms;
  readonly proposal: Proposal | null;
}

export const VERSION_COLUMNS = sql`
  (SELECT a.commission_ppm FROM accounts a WHERE a.id = o.account_id) AS commission_ppm,
  (SELECT ${JOB_TERMS}
    FROM jobs j
    WHERE j.account_id = o.account_id AND j.id = o.job_id) AS job_terms,
  (SELECT jsonb_build_object('newAmountKopecks', t.new_amount_kopecks, 'reason', t.reason,
    'comment', t.comment)
    FROM job_offer_arbitrations t
    WHERE t.account_id = o.account_id AND t.offer_id = o.id AND t.state = 'OPEN') AS proposal`;

/** Kopecks: frozen, or by the current tariff. */
export function commissionOfOffer(offer: VersionedOffer): bigint {
  return offer.hold_id === null
    ? commissionOn(offer.amount_kopecks, offer.commission_ppm)
    : offer.commission_kopecks;
}

/** Sums and job terms; for the company also commission and message. */
export function offerVersion(offer: VersionedOffer, side: "account" | "workman"): string {
  const { proposal } = offer;
  return writeVersion({
    amount: offer.amount_kopecks,
    newAmount: proposal && proposal.newAmountKopecks,
    reason: proposal && fingerprint(proposal.reason, proposal.comment),
    ...offer.job_terms,
    ...(side === "account"
      ? {
          commission: commissionOfOffer(offer),
          message: offer.message === null ? null : fingerprint(offer.message),
        }
      : {}),
  });
}
