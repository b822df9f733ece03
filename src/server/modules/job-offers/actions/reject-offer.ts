import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { JOB_OFFER_STATE, JOB_OFFER_TRANSITIONS } from "#contract/jobs/job-offer-states.ts";
import type { DecisionKind } from "#server/decision.ts";
import type { Platform } from "#server/platform.ts";
import { objectOf, offerById } from "../offer-audit.ts";
import { findOffer } from "../find-offer.ts";
import { moveOffers } from "./move-offers.ts";

/** Offers need no approval: lists those that seem to bypass the platform. */
export function offerDecision({ events }: Pick<Platform, "events">): DecisionKind<"reject"> {
  return {
    kind: "job-offer",
    title: "отклик",
    waiting: sql`
      SELECT o.id, o.created_at AS since, concat_ws(' ', w.last_name, w.first_name) AS who,
        'Похоже на контакты в отклике на «' || j.title || '»: ' || left(o.message, 80) AS what
      FROM job_offers o
      JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
      JOIN workmen w ON w.id = o.workman_id
      WHERE o.state = 'CREATED' AND o.message ~ '@|[0-9][0-9 ()-]{8,}[0-9]'`,
    state: (id) => sql`SELECT state FROM job_offers WHERE id = ${id}`,
    stateTitles: JOB_OFFER_STATE.titles,
    verdicts: { reject: { done: "отклонено", needsReason: true } },
    reasons: REASONS.offerReject.definitions,
    async decide(trx, { id, reason, comment, at }) {
      const offer = await findOffer(trx, id);
      if (!offer) return [];
      const moved = await moveOffers(trx, {
        ...offerById(offer),
        action: "reject",
        by: "moderator",
        at,
        set: sql`reject_reason = ${reason?.id ?? null}, reject_comment = ${comment}, ended_at = ${at}`,
      });
      if (moved.length === 0) return [];
      await events.publish(trx, "offers.notice", {
        name: "OfferRejected",
        accountId: offer.account_id,
        offerIds: [offer.id],
        at,
      });
      const { from, to } = JOB_OFFER_TRANSITIONS.reject;
      return [
        {
          event: "offer.rejected",
          accountId: offer.account_id,
          object: objectOf(offer),
          before: { state: from[0] },
          after: { state: to[0] },
        },
      ];
    },
  };
}
