import { sql } from "kysely";
import { ARBITRATION_STATE } from "#contract/jobs/job-offer-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { APPROVE_OR_REJECT, type DecisionKind } from "#server/decision.ts";
import type { Platform } from "#server/platform.ts";
import {
  closeArbitration,
  moveArbitration,
  openArbitrationOf,
  settleOffer,
} from "../arbitrations.ts";
import { findOffer } from "../find-offer.ts";
import { lockJob } from "../lock-offer.ts";
import { objectOf } from "../offer-audit.ts";
import type { PaidOffer } from "./pay-offers.ts";

/** After the third refusal: proposed or agreed sum. */
export function arbitrationDecision(platform: Platform): DecisionKind<"approve" | "reject"> {
  return {
    kind: "arbitration",
    title: "спор о выплате",
    waiting: sql`
      SELECT o.id, t.answered_at AS since,
        a.short_name || ' и ' || concat_ws(' ', w.last_name, w.first_name) AS who,
        'Изменение выплаты по заданию «' || j.title || '»: ' || trim_scale(t.amount_kopecks / 100.0)
          || ' → ' || trim_scale(t.new_amount_kopecks / 100.0) || ' ₽' AS what
      FROM job_offer_arbitrations t
      JOIN job_offers o ON o.account_id = t.account_id AND o.id = t.offer_id
      JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
      JOIN accounts a ON a.id = o.account_id
      JOIN workmen w ON w.id = o.workman_id
      WHERE t.state = 'MODERATION'`,
    state: (id) => sql`
      SELECT t.state
      FROM job_offers o
      LEFT JOIN job_offer_arbitrations t ON t.account_id = o.account_id AND t.offer_id = o.id
      WHERE o.id = ${id}
      ORDER BY t.id DESC
      LIMIT 1`,
    stateTitles: ARBITRATION_STATE.titles,
    verdicts: APPROVE_OR_REJECT,
    reasons: [],
    async decide(trx, { id, verdict, at }) {
      const isApproved = verdict === "approve";
      const found = await findOffer(trx, id);
      if (!found) return [];
      await lockJob(trx, found.account_id, found.job_id);
      const { rows } = await sql<
        PaidOffer & { readonly state: string; readonly title: string; readonly is_waiting: boolean }
      >`
        SELECT o.*, j.title,
          EXISTS (SELECT FROM job_offer_arbitrations t
            WHERE t.account_id = o.account_id
              AND t.offer_id = o.id
              AND t.state = 'MODERATION') AS is_waiting
        FROM job_offers o
        JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
        WHERE o.account_id = ${found.account_id} AND o.id = ${found.id}
        FOR NO KEY UPDATE OF o`.execute(trx);
      const offer = rows[0];
      if (!offer?.is_waiting) return [];
      const proposal = await openArbitrationOf(trx, offer, "MODERATION");
      const to = isApproved ? "ACCEPTED" : "DECLINED";
      await closeArbitration(trx, proposal, moveArbitration("decide", "moderator", to), at);
      if (isApproved)
        await settleOffer(platform, trx, offer, proposal, { by: "moderator", actor: null, at });
      for (const to of ["account", "workman"] as const)
        await platform.events.publish(trx, "offers.notice", {
          name: isApproved ? "ArbitrationAccepted" : "ArbitrationDeclined",
          accountId: offer.account_id,
          offerIds: [offer.id],
          to,
          at,
        });
      const settled = proposal.new_amount_kopecks === 0n ? "CANCELED" : "RESULTACCEPTED";
      return [
        {
          event: isApproved ? "arbitration.approved" : "arbitration.dismissed",
          accountId: offer.account_id,
          object: objectOf(offer),
          before: { state: offer.state, amount: kopecksToRubles(offer.amount_kopecks) },
          after: isApproved
            ? { state: settled, amount: kopecksToRubles(proposal.new_amount_kopecks) }
            : { state: offer.state },
        },
      ];
    },
  };
}
