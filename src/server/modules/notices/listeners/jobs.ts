import { sql, type RawBuilder } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { JOB_INVITE_TRANSITIONS } from "#contract/jobs/job-invite-states.ts";
import type { JobOfferState } from "#contract/jobs/job-offer-states.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { JobKey, ProductEventBus } from "#server/product-events.ts";
import { answerableFor } from "./offers.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

/** Registered first: a cancelled job's workmen are found before offers and invites end. */
export function listenForJobs(events: ProductEventBus): void {
  events.on("job.published", (trx, event) =>
    notifyCompany(trx, "JobPublished", event, sql`${BRIEF}`),
  );
  events.on("job.rejected", (trx, event) =>
    notifyCompany(
      trx,
      "JobRejected",
      event,
      sql`
        ${BRIEF} || ${JSON.stringify({ rejectReason: reasonOf(REASONS.jobReject.definitions, event.reasonId), rejectComment: event.comment })}::jsonb`,
    ),
  );
  events.on("job.canceled", async (trx, event) => {
    const resource = sql`
      ${BRIEF} || ${JSON.stringify({ cancelReason: reasonOf(REASONS.jobCancel.definitions, event.reasonId), cancelComment: event.comment })}::jsonb`;
    await notifyCompany(trx, "JobCanceled", event, resource);
    await notifyWorkmen(trx, event, resource);
  });
}

const BRIEF = sql`jsonb_build_object('id', j.id, 'title', j.title)`;

function reasonOf(
  list: readonly { readonly id: string; readonly title: string }[],
  id: string | null,
): { id: string; title: string } | null {
  return list.find((one) => one.id === id) ?? null;
}

/** Except the actor; for an unseen draft only its author. */
async function notifyCompany(
  trx: Trx,
  name: "JobPublished" | "JobRejected" | "JobCanceled",
  { accountId, jobId, by, at }: JobKey & { readonly by?: number; readonly at: Date },
  resource: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, j.account_id, ${NOTICE_TYPES[name].id}, ${resource}, ${at}
      FROM jobs j
      JOIN account_users u ON ${answerableFor()}
      WHERE j.account_id = ${accountId}
        AND j.id = ${jobId}
        AND u.person_id IS DISTINCT FROM ${by ?? null}
        AND (j.published_at IS NOT NULL OR j.state <> 'CANCELED' OR u.person_id = j.created_by)
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

async function notifyWorkmen(
  trx: Trx,
  { accountId, jobId, at }: JobKey & { readonly at: Date },
  resource: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    WITH concerned AS (
      SELECT workman_id FROM jobs WHERE account_id = ${accountId} AND id = ${jobId}
      UNION SELECT workman_id
      FROM job_offers
      WHERE account_id = ${accountId}
        AND job_id = ${jobId}
        AND state = ANY (${RUNNING_OFFER_STATES}::text[])
      UNION SELECT workman_id
      FROM job_invites
      WHERE account_id = ${accountId}
        AND job_id = ${jobId}
        AND state = ANY (${[...JOB_INVITE_TRANSITIONS.expire.from]}::text[])
    ), made AS (
      INSERT INTO notices (person_id, type, resource, created_at)
      SELECT w.person_id, ${NOTICE_TYPES.JobCanceled.id}, ${resource}, ${at}
      FROM concerned c
      JOIN workmen w ON w.id = c.workman_id
      JOIN jobs j ON j.account_id = ${accountId} AND j.id = ${jobId}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

const RUNNING_OFFER_STATES: readonly JobOfferState[] = [
  "CREATED",
  "ACCEPTED",
  "INPROGRESS",
  "COMPLETED",
  "ARBITRATION",
];
