import { sql } from "kysely";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { formatMoney, kopecksToRubles } from "#contract/values/money.ts";
import { findJob } from "#server/modules/jobs/index.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import { refuseUnseen } from "#server/http/consent.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob, lockOffer, type LockedJob } from "../lock-offer.ts";
import { announceOffers, moveOffers } from "../actions/move-offers.ts";
import { readOffer } from "../read-offer.ts";
import { readSum } from "../read-sum.ts";

export function serveAnswersToJobs(serve: Serve, { clock, events }: Platform): void {
  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const seen = await findJob(trx, actor, body.jobID, at);
    const job = await lockJob(trx, seen.accountId, seen.id);
    if (!job) throw notFound("Задание не найдено");
    // Again under the lock.
    const { answerObstacle, version } = await findJob(trx, actor, body.jobID, at);
    if (answerObstacle !== null) throw conflict(answerObstacle);
    refuseUnseen(body.version, version);
    const amountKopecks = sumFor(job, body.amount);
    const { rows } = await sql<{ id: bigint; person_id: number }>`
      INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks, message,
        created_at)
      VALUES (${seen.accountId}, ${seen.id}, ${actor.workmanId}, 'CREATED', ${amountKopecks},
        ${body.message?.trim() || null}, ${at})
      RETURNING id, ${actor.personId}::integer AS person_id`.execute(trx);
    const id = rows[0]?.id as bigint;
    await announceOffers(trx, seen.accountId, rows);
    await events.publish(trx, "offers.notice", {
      name: "OfferCreated",
      accountId: seen.accountId,
      offerIds: [id],
      at,
    });
    audit({
      event: "offer.created",
      accountId: seen.accountId,
      object: { type: "job-offer", id: Number(id), title: job.title },
      after: { amount: kopecksToRubles(amountKopecks) },
    });
    return readOffer(trx, actor, sql`o.id = ${id}`, at);
  });

  serve(endpoints.update, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const offer = await lockOffer(trx, actor, body.jobOfferID, "update");
    const job = await lockJob(trx, offer.account_id, offer.job_id);
    if (!job) throw notFound("Отклик не найден");
    const amountKopecks =
      body.amount === undefined ? offer.amount_kopecks : sumFor(job, body.amount);
    await moveOffers(trx, {
      accountId: offer.account_id,
      where: sql`o.id = ${offer.id}`,
      action: "update",
      by: "workman",
      at,
      set: sql`
        amount_kopecks = ${amountKopecks} ${
          body.message === undefined
            ? sql``
            : sql`
          , message = ${body.message.trim() || null}`
        }`,
    });
    audit({
      event: "offer.updated",
      accountId: offer.account_id,
      object: { type: "job-offer", id: Number(offer.id), title: offer.title },
      before: { amount: kopecksToRubles(offer.amount_kopecks) },
      after: { amount: kopecksToRubles(amountKopecks) },
    });
    return readOffer(trx, actor, sql`o.id = ${offer.id}`, at);
  });
}

/** Kopecks: the budget of a fixed-price job, or the workman's price. */
function sumFor(job: LockedJob, rubles: number | undefined): bigint {
  const asked = rubles === undefined ? null : readSum(rubles);
  if (job.pay_type === "NEGOTIABLE") {
    if (asked === null)
      throw invalid({ amount: ["Укажите, за какую сумму вы готовы выполнить задание"] });
    return asked;
  }
  if (asked !== null && asked !== job.budget_kopecks)
    throw invalid({ amount: [`Сумма задания фиксированная: ${formatMoney(job.budget_kopecks)}`] });
  return job.budget_kopecks;
}
