import { sql } from "kysely";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import { auditReason, offerById, objectOf } from "../offer-audit.ts";
import type { Platform } from "#server/platform.ts";
import { lockOffer, sideOf } from "../lock-offer.ts";
import { moveOffers } from "../actions/move-offers.ts";
import { readOffer } from "../read-offer.ts";

export function serveExecution(serve: Serve, { clock, events }: Platform): void {
  serve(endpoints.start, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "startExecution", body.version);
    await moveOffers(trx, {
      ...offerById(offer),
      at,
      action: "start",
      by: "workman",
      set: sql`started_at = ${at}`,
    });
    const moved = await moveJobs(trx, {
      accountId: offer.account_id,
      jobIds: [offer.job_id],
      action: "start",
      by: "workman",
      at,
    });
    if (moved.length === 0) throw conflict();
    await events.publish(trx, "offers.notice", {
      name: "OfferExecutionStarted",
      accountId: offer.account_id,
      offerIds: [offer.id],
      at,
    });
    audit({
      event: "offer.started",
      accountId: offer.account_id,
      object: objectOf(offer),
      before: { state: offer.state },
      after: { state: "INPROGRESS" },
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });

  serve(endpoints.finish, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "finishExecution");
    const by = sideOf(actor, offer);
    const comment = body.comment?.trim() || null;
    await moveOffers(trx, {
      ...offerById(offer),
      at,
      action: "finish",
      by,
      set: sql`finished_at = ${at}, finish_comment = ${comment}`,
    });
    const moved = await moveJobs(trx, {
      accountId: offer.account_id,
      jobIds: [offer.job_id],
      action: "finish",
      by,
      at,
    });
    if (moved.length === 0) throw conflict();
    // Else the customer finished it.
    if (by === "workman")
      await events.publish(trx, "offers.notice", {
        name: "OfferExecutionFinished",
        accountId: offer.account_id,
        offerIds: [offer.id],
        at,
      });
    audit({
      event: "offer.finished",
      accountId: offer.account_id,
      object: objectOf(offer),
      before: { state: offer.state },
      after: { state: "COMPLETED" },
      ...auditReason(null, comment),
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });
}
