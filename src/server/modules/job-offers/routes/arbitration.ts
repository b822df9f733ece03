import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { MAX_ARBITRATIONS } from "#contract/jobs/job-offer-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  announceArbitration,
  closeArbitration,
  moveArbitration,
  openArbitration,
  openArbitrationOf,
  settleOffer,
} from "../arbitrations.ts";
import { refuseOverLimit } from "#server/modules/accounts/index.ts";
import { auditReason, offerById, objectOf } from "../offer-audit.ts";
import type { Platform } from "#server/platform.ts";
import { lockOffer } from "../lock-offer.ts";
import { moveOffers } from "../actions/move-offers.ts";
import { readOffer } from "../read-offer.ts";
import { refuseBeyondBalance } from "../offer-money.ts";
import { readSum } from "../read-sum.ts";

/** Source: `domain.md` §0.1, §2.5. */
export function serveArbitration(serve: Serve, platform: Platform): void {
  const { clock } = platform;

  serve(endpoints.arbitration, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "arbitration");
    const newAmount = readSum(body.amount, { allowsZero: true });
    if (newAmount === offer.amount_kopecks)
      throw invalid({ amount: ["Укажите сумму, которая отличается от нынешней"] });
    // The workman's consent pays it, without another acceptance.
    await refuseOverLimit(trx, actor, newAmount);
    await refuseBeyondBalance(trx, offer, newAmount, actor);
    const comment = body.comment?.trim() || null;
    await moveOffers(trx, { ...offerById(offer), at, action: "openArbitration", by: "account" });
    await openArbitration(trx, offer, {
      newAmountKopecks: newAmount,
      reason: body.reasonID,
      comment,
      by: actor.personId,
      at,
    });
    await announceArbitration(platform, trx, "ArbitrationOpened", offer, at);
    const amounts = {
      before: { state: offer.state, amount: kopecksToRubles(offer.amount_kopecks) },
      after: { state: "ARBITRATION", amount: kopecksToRubles(newAmount) },
    };
    audit({
      event: "arbitration.opened",
      object: objectOf(offer),
      ...amounts,
      ...auditReason(REASONS.arbitration.titles[body.reasonID], comment),
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });

  serve(endpoints.arbitrationAccept, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "arbitrationAccept", body.version);
    const proposal = await openArbitrationOf(trx, offer, "OPEN");
    if (proposal.answer_until <= at) throw conflict("Срок ответа истёк: выплата остаётся прежней");
    await closeArbitration(trx, proposal, moveArbitration("accept", "workman"), at);
    await settleOffer(platform, trx, offer, proposal, { by: "workman", actor, at });
    await announceArbitration(platform, trx, "ArbitrationAccepted", offer, at);
    audit({
      event: "arbitration.accepted",
      accountId: offer.account_id,
      object: objectOf(offer),
      before: { state: offer.state, amount: kopecksToRubles(offer.amount_kopecks) },
      after: {
        state: proposal.new_amount_kopecks === 0n ? "CANCELED" : "RESULTACCEPTED",
        amount: kopecksToRubles(proposal.new_amount_kopecks),
      },
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });

  serve(endpoints.arbitrationDecline, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "arbitrationDecline", body.version);
    const proposal = await openArbitrationOf(trx, offer, "OPEN");
    const comment = body.comment?.trim() || null;
    // Then a moderator decides. The customer may always pay the agreed sum.
    const isLast = offer.declined_arbitrations + 1 >= MAX_ARBITRATIONS;
    const to = isLast ? "MODERATION" : "DECLINED";
    const move = moveArbitration("decline", "workman", to);
    await closeArbitration(trx, proposal, move, at, comment);
    await moveOffers(trx, {
      ...offerById(offer),
      at,
      action: "declineArbitration",
      by: "workman",
      to: proposal.opened_from,
    });
    await announceArbitration(platform, trx, "ArbitrationDeclined", offer, at);
    audit({
      event: "arbitration.declined",
      accountId: offer.account_id,
      object: objectOf(offer),
      before: { state: offer.state },
      after: { state: proposal.opened_from, ...(isLast ? { waitsForModerator: true } : {}) },
      ...auditReason(null, comment),
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });

  serve(endpoints.arbitrationCancel, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "arbitrationCancel");
    const proposal = await openArbitrationOf(trx, offer, "OPEN");
    await closeArbitration(trx, proposal, moveArbitration("cancel", "account"), at);
    await moveOffers(trx, {
      ...offerById(offer),
      at,
      action: "cancelArbitration",
      by: "account",
      to: proposal.opened_from,
    });
    audit({
      event: "arbitration.canceled",
      object: objectOf(offer),
      before: { state: offer.state },
      after: { state: proposal.opened_from },
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });
}
