import { sql } from "kysely";
import { ARBITRATION_ANSWER_HOURS } from "#contract/jobs/job-offer-states.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import { closeArbitration, moveArbitration, type OpenArbitration } from "../arbitrations.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob } from "../lock-offer.ts";
import { moveOffers } from "../actions/move-offers.ts";

interface Unanswered {
  readonly account_id: number;
  readonly id: bigint;
  readonly offer_id: bigint;
  readonly job_id: bigint;
}

/** The agreed payout stays. Decision: silence is no refusal and does not count towards three. */
export function arbitrationTimeoutTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<Unanswered>(platform, {
    name: "job-offers.arbitration-timeout",
    idleMs: 60_000,
    batch: 500,
    nameOf: ({ id }) => String(id),
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<Unanswered>`
        SELECT t.account_id, t.id, t.offer_id, o.job_id
        FROM job_offer_arbitrations t
        JOIN job_offers o ON o.account_id = t.account_id AND o.id = t.offer_id
        WHERE t.state = 'OPEN' AND t.answer_until < ${at} AND ${isFree(sql`t.id::text`)}
        ORDER BY t.answer_until
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    settle: closeUnanswered,
  });
}

async function closeUnanswered(
  trx: Trx,
  { account_id: accountId, id, offer_id: offerId, job_id: jobId }: Unanswered,
  at: Date,
): Promise<void> {
  await lockJob(trx, accountId, jobId);
  const { rows } = await sql<OpenArbitration & { readonly title: string }>`
    SELECT t.account_id, t.id, t.new_amount_kopecks, t.opened_from, t.answer_until, j.title
    FROM job_offer_arbitrations t
    JOIN jobs j ON j.account_id = t.account_id AND j.id = ${jobId}
    WHERE t.account_id = ${accountId} AND t.id = ${id} AND t.state = 'OPEN'
    FOR NO KEY UPDATE OF t`.execute(trx);
  const proposal = rows[0];
  if (!proposal) return;
  await closeArbitration(trx, proposal, moveArbitration("expire", "system"), at);
  await moveOffers(trx, {
    accountId,
    where: sql`o.id = ${offerId}`,
    action: "declineArbitration",
    by: "system",
    at,
    to: proposal.opened_from,
  });
  await writeAudit(
    trx,
    SYSTEM,
    null,
    {
      event: "arbitration.expired",
      accountId,
      object: { type: "job-offer", id: Number(offerId), title: proposal.title },
      before: { state: "ARBITRATION" },
      after: { state: proposal.opened_from },
      reason: `Исполнитель не ответил за ${ARBITRATION_ANSWER_HOURS} ч`,
    },
    at,
  );
}
