import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { refuseOverLimit } from "#server/modules/accounts/index.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { assignOffer } from "../actions/assign-offer.ts";
import type { Platform } from "#server/platform.ts";
import { lockOffer, sideOf, type LockedOffer } from "../lock-offer.ts";
import { moveOffers } from "../actions/move-offers.ts";
import { auditReason, offerById, objectOf } from "../offer-audit.ts";
import { releaseOffer } from "../offer-money.ts";
import { readOffer } from "../read-offer.ts";

/** By the company, or by either side before the work. */
export function serveDecisions(serve: Serve, platform: Platform): void {
  const { clock, events } = platform;

  serve(endpoints.accept, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "accept", body.version);
    // Unanswered work is paid at the accepted price without another question.
    await refuseOverLimit(trx, actor, offer.amount_kopecks);
    await assignOffer(platform, trx, {
      accountId: offer.account_id,
      jobId: offer.job_id,
      workmanId: offer.workman_id,
      amountKopecks: offer.amount_kopecks,
      by: actor,
      at,
    });
    await events.publish(trx, "offers.notice", {
      name: "OfferAccepted",
      accountId: offer.account_id,
      offerIds: [offer.id],
      at,
    });
    audit({
      event: "offer.accepted",
      object: objectOf(offer),
      before: { state: offer.state },
      after: { state: "ACCEPTED", amount: kopecksToRubles(offer.amount_kopecks) },
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });

  serve(endpoints.decline, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "decline");
    const comment = body.comment?.trim() || null;
    await moveOffers(trx, {
      ...offerById(offer),
      at,
      action: "decline",
      by: "account",
      set: sql`
        decline_reason = ${body.reasonID ?? null}, decline_comment = ${comment}, ended_at = ${at}`,
    });
    await events.publish(trx, "offers.notice", {
      name: "OfferDeclined",
      accountId: offer.account_id,
      offerIds: [offer.id],
      at,
    });
    audit({
      event: "offer.declined",
      object: objectOf(offer),
      before: { state: offer.state },
      after: { state: "DECLINED" },
      ...auditReason(body.reasonID && REASONS.offerDeclineByAccount.titles[body.reasonID], comment),
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });

  serve(endpoints.cancel, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "cancel");
    const by = sideOf(actor, offer);
    const comment = body.comment?.trim() || null;
    // Reasons are the workman's; a company comments.
    const reason = by === "workman" ? (body.reasonID ?? null) : null;
    await moveOffers(trx, {
      ...offerById(offer),
      at,
      action: by === "workman" ? "cancel" : "cancelAccepted",
      by,
      set: sql`decline_reason = ${reason}, decline_comment = ${comment}, ended_at = ${at}`,
    });
    if (offer.state === "ACCEPTED") await freeJob(trx, offer, by, at);
    if (by === "account")
      await events.publish(trx, "offers.notice", {
        name: "OfferDeclined",
        accountId: offer.account_id,
        offerIds: [offer.id],
        at,
      });
    audit({
      event: "offer.canceled",
      accountId: offer.account_id,
      object: objectOf(offer),
      before: { state: offer.state },
      after: { state: "CANCELED" },
      ...auditReason(reason && REASONS.declineByWorkman.titles[reason], comment),
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });
}

async function freeJob(
  trx: Trx,
  offer: LockedOffer,
  by: "workman" | "account" | "system",
  at: Date,
): Promise<void> {
  const moved = await moveJobs(trx, {
    accountId: offer.account_id,
    jobIds: [offer.job_id],
    action: "release",
    by,
    workmanId: null,
    at,
  });
  if (moved.length === 0) throw conflict();
  await releaseOffer(trx, offer, at);
}
