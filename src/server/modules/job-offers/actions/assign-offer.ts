import { sql } from "kysely";
import { moveJobs, refuseIdleCompany } from "#server/modules/jobs/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob } from "../lock-offer.ts";
import { announceOffers, moveOffers } from "./move-offers.ts";
import { lineOf, writeLines } from "../offer-lines.ts";
import { holdOffer } from "../offer-money.ts";
import { whyNotPayable } from "../payable-workman.ts";

export interface AssignRequest {
  readonly accountId: number;
  readonly jobId: bigint;
  readonly workmanId: number;
  readonly amountKopecks: bigint;
  readonly by: Actor;
  readonly at: Date;
}

/**
 * Accepts (or creates) the offer, freezes sum and commission, declines the others. Concurrent calls
 * wait at the job.
 *
 * @throws AppError `conflict` — the job is no longer published or the workman may not take it;
 * `insufficient_funds`. Source: `domain.md` §2.4, «accept offer (account) / accept invite
 * (worker)».
 */
export async function assignOffer(
  { events }: Pick<Platform, "events">,
  trx: Trx,
  { accountId, jobId, workmanId, amountKopecks, by, at }: AssignRequest,
): Promise<{ offerId: bigint }> {
  const side = by.workmanId === workmanId ? "workman" : "account";
  const job = await lockJob(trx, accountId, jobId);
  if (job?.state !== "PUBLISHED")
    throw conflict(
      side === "account"
        ? "Задание уже не ищет исполнителя: он выбран или задание закрыто"
        : "Задание уже занято или закрыто",
    );
  if (side === "account") refuseIdleCompany(job.account_state, "acceptOffers");
  else if (job.account_state !== "ACTIVE")
    throw conflict("Заказчик сейчас не может давать задания. Выберите другое задание");
  const refusal = await whyNotPayable(
    trx,
    { accountId, jobId, workmanId, amountKopecks, now: at },
    side,
  );
  if (refusal !== null) throw conflict(refusal);

  const offerId = await takeOffer(trx, { accountId, jobId, workmanId, amountKopecks, at, side });
  await moveJobs(trx, { accountId, jobIds: [jobId], action: "assign", by: side, workmanId, at });
  const others = await moveOffers(trx, {
    accountId,
    where: sql`o.job_id = ${jobId}`,
    action: "decline",
    by: "system",
    at,
    set: sql`decline_reason = 'ANOTHER_CHOSEN', ended_at = ${at}`,
  });
  // The balance is locked last, for the shortest time.
  await holdOffer(trx, { accountId, offerId, amountKopecks, at, by });
  if (others.length > 0)
    await events.publish(trx, "offers.notice", {
      name: "OfferDeclined",
      accountId,
      offerIds: others.map((one) => one.id),
      at,
    });
  await events.publish(trx, "job.assigned", { accountId, jobId, offerId, workmanId, at });
  return { offerId };
}

interface Taken extends Pick<
  AssignRequest,
  "accountId" | "jobId" | "workmanId" | "amountKopecks" | "at"
> {
  readonly side: "account" | "workman";
}

async function takeOffer(
  trx: Trx,
  { accountId, jobId, workmanId, amountKopecks, at, side }: Taken,
): Promise<bigint> {
  const own = sql`o.job_id = ${jobId} AND o.workman_id = ${workmanId}`;
  const [accepted] = await moveOffers(trx, {
    accountId,
    where: own,
    action: "accept",
    by: side,
    at,
    set: sql`amount_kopecks = ${amountKopecks}, accepted_at = ${at}`,
  });
  if (accepted) return accepted.id;
  const { rows } = await sql<{ id: bigint; person_id: number }>`
    INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks, created_at,
      accepted_at)
    VALUES (${accountId}, ${jobId}, ${workmanId}, 'ACCEPTED', ${amountKopecks}, ${at}, ${at})
    RETURNING id, (SELECT person_id FROM workmen WHERE id = ${workmanId}) AS person_id`.execute(
    trx,
  );
  const line = lineOf("createAccepted", side);
  if (line !== null)
    await writeLines(
      trx,
      accountId,
      rows.map(({ id }) => ({ offerId: id, text: line })),
      at,
    );
  await announceOffers(trx, accountId, rows);
  return rows[0]?.id as bigint;
}
