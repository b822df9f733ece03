import { sql } from "kysely";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import type { JobOfferPermissions } from "#contract/job-offers/job-offer.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { refuseUnseen } from "#server/http/consent.ts";
import type { Trx } from "#server/data/transaction.ts";
import { type FlagRow, offerFlags } from "./presenter.ts";
import { DECLINED_ARBITRATIONS, visibleTo } from "./queries.ts";
import { offerVersion, VERSION_COLUMNS, type VersionedOffer } from "./offer-version.ts";

export interface LockedJob {
  readonly state: JobState;
  readonly title: string;
  readonly pay_type: "FIXED" | "NEGOTIABLE";
  readonly budget_kopecks: bigint;
  readonly account_state: string;
}

/** Always the job first: no deadlocks. */
export async function lockJob(
  trx: Trx,
  accountId: number,
  jobId: bigint,
): Promise<LockedJob | undefined> {
  const { rows } = await sql<LockedJob>`
    SELECT j.state, j.title, j.pay_type, j.budget_kopecks, a.state AS account_state
    FROM jobs j
    JOIN accounts a ON a.id = j.account_id
    WHERE j.account_id = ${accountId} AND j.id = ${jobId} AND j.kind = 'OFFER'
    FOR NO KEY UPDATE OF j`.execute(trx);
  return rows[0];
}

export interface LockedOffer extends FlagRow, VersionedOffer {
  readonly id: bigint;
  readonly job_id: bigint;
  readonly title: string;
  readonly person_id: number;
}

/**
 * @param flag - the contract's permission.
 * @param seen - the version agreed to.
 * @throws AppError `not_found` — absent or not visible; `conflict` — without the permission;
 * `changed`.
 */
export async function lockOffer(
  trx: Trx,
  actor: Actor,
  id: number,
  flag: keyof JobOfferPermissions,
  seen?: string,
): Promise<LockedOffer> {
  const found = await sql<{ account_id: number; job_id: bigint }>`
    SELECT o.account_id, o.job_id
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE o.id = ${id} AND ${visibleTo(actor)}`.execute(trx);
  const key = found.rows[0];
  if (!key) throw notFound("Отклик не найден");
  await lockJob(trx, key.account_id, key.job_id);
  const { rows } = await sql<LockedOffer>`
    SELECT o.*, j.title, j.project_id, j.state AS job_state, w.person_id, ${VERSION_COLUMNS},
      ${DECLINED_ARBITRATIONS} AS declined_arbitrations,
      (SELECT y.state
        FROM payouts y
        WHERE y.account_id = o.account_id AND y.id = o.payout_id) AS payout_state,
      (SELECT r.state
        FROM receipts r
        WHERE r.account_id = o.account_id AND r.payout_id = o.payout_id) AS receipt_state
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    JOIN workmen w ON w.id = o.workman_id
    WHERE o.account_id = ${key.account_id} AND o.id = ${id} FOR NO KEY UPDATE OF o`.execute(trx);
  const offer = rows[0];
  if (!offer) throw notFound("Отклик не найден");
  if (!offerFlags(offer, actor)[flag]) throw conflict(whyNot(offer, flag));
  refuseUnseen(seen, offerVersion(offer, sideOf(actor, offer)));
  return offer;
}

export function sideOf(
  actor: Actor,
  offer: { readonly workman_id: number },
): "account" | "workman" {
  return actor.workmanId === offer.workman_id ? "workman" : "account";
}

function whyNot(offer: LockedOffer, flag: keyof JobOfferPermissions): string {
  if (flag === "cancel" && offer.state === "CREATED")
    return "Отклик ещё не принят. Вместо отмены отклоните его";
  if (flag === "cancel" && offer.state === "INPROGRESS")
    return "Исполнитель уже приступил. Предложите изменить выплату или дождитесь результата";
  if (
    flag === "arbitration" &&
    offer.declined_arbitrations > 0 &&
    (offer.state === "COMPLETED" || offer.state === "INPROGRESS")
  ) {
    return "Исполнитель отказался от всех предложений. Примите результат по прежней сумме или дождитесь решения модератора";
  }
  return `Сейчас это невозможно: отклик в состоянии «${JOB_OFFER_STATE.titles[offer.state]}»`;
}
