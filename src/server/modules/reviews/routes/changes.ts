import { sql } from "kysely";
import { REVIEW_WINDOW_SECONDS } from "#contract/jobs/job-permissions.ts";
import { reviewEndpoints as endpoints } from "#contract/reviews/review-endpoints.ts";
import { REVIEW_TRANSITIONS } from "#contract/reviews/review-states.ts";
import { findJob, type FoundJob } from "#server/modules/jobs/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";
import type { Serve } from "#server/http/serve.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import { announceReview } from "../announce-review.ts";
import { isAuthor, REVIEW_TABLES, type ReviewRow, type ReviewSubject } from "../queries.ts";
import { lockReview, answer, objectOf } from "../lock-review.ts";

const TEXT_MIN = 10;
const SIDES = { account: "workman", workman: "account" } as const;

/** Each change is moderated. Source: `domain.md` §2.7. */
export function serveReviewChanges(serve: Serve, { clock }: Platform): void {
  serve(endpoints.accountCreate, async ({ actor, body, trx, audit }) => {
    const job = await findJob(trx, actor, body.jobID, clock.now());
    if (job.workmanId !== actor.workmanId) throw notFound("Задание не найдено");
    const id = await addReview(trx, "account", job, job.permissions.createAccountReview, {
      ...body,
      personId: actor.personId,
      at: clock.now(),
    });
    await announceReview(trx, "account", id);
    audit({
      event: "review.created",
      accountId: job.accountId,
      object: { type: "account-review", id, title: job.title },
      after: { score: body.score },
    });
    return answer(trx, "account", id, actor);
  });

  serve(endpoints.workmanCreate, async ({ actor, body, trx, audit }) => {
    const job = await findJob(trx, actor, body.jobID, clock.now());
    const isReached =
      job.accountId === actor.accountId &&
      (actor.projectIds === null ||
        (job.projectId !== null && actor.projectIds.includes(job.projectId)));
    if (!isReached) throw notFound("Задание не найдено");
    const id = await addReview(trx, "workman", job, job.permissions.createWorkmanReview, {
      ...body,
      personId: actor.personId,
      at: clock.now(),
    });
    await announceReview(trx, "workman", id);
    audit({
      event: "review.created",
      object: { type: "workman-review", id, title: job.title },
      after: { score: body.score },
    });
    return answer(trx, "workman", id, actor);
  });

  for (const subject of ["account", "workman"] as const) {
    serve(endpoints[`${subject}Update`], async ({ actor, body, trx, audit }) => {
      const before = await ownReview(trx, subject, body.reviewID, actor);
      const update = transition(REVIEW_TRANSITIONS, "update", SIDES[subject]);
      await sql`
        UPDATE ${sql.table(REVIEW_TABLES[subject])}
        SET score = ${body.score}, text = ${readText(body.text)}, ${update.set},
          reject_reason = NULL, reject_comment = NULL
        WHERE account_id = ${before.account_id} AND id = ${before.id} AND ${update.from}`.execute(
        trx,
      );
      await announceReview(trx, subject, before.id);
      audit({
        event: "review.updated",
        accountId: before.account_id,
        object: objectOf(subject, before),
        before: { score: before.score, state: before.state },
        after: { score: body.score, state: update.to },
      });
      return answer(trx, subject, before.id, actor);
    });

    serve(endpoints[`${subject}Delete`], async ({ actor, body, trx, audit }) => {
      const before = await ownReview(trx, subject, body.reviewID, actor);
      const remove = transition(REVIEW_TRANSITIONS, "delete", SIDES[subject]);
      await sql`
        UPDATE ${sql.table(REVIEW_TABLES[subject])}
        SET ${remove.set}
        WHERE account_id = ${before.account_id} AND id = ${before.id} AND ${remove.from}`.execute(
        trx,
      );
      await announceReview(trx, subject, before.id);
      audit({
        event: "review.deleted",
        accountId: before.account_id,
        object: objectOf(subject, before),
        before: { score: before.score, state: before.state },
      });
      return { ok: true as const };
    });
  }
}

interface NewReview {
  readonly score: number;
  readonly text: string;
  readonly personId: number;
  readonly at: Date;
}

async function addReview(
  trx: Trx,
  subject: ReviewSubject,
  job: FoundJob,
  isAllowed: boolean,
  review: NewReview,
): Promise<number> {
  const text = readText(review.text);
  if (!isAllowed) throw conflict(whyNot(job, review.at));
  const author = subject === "workman" ? sql`, created_by` : sql``;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(REVIEW_TABLES[subject])} (account_id, workman_id, job_id, score, text,
      created_at ${author})
    VALUES (${job.accountId}, ${job.workmanId}, ${job.id}, ${review.score}, ${text},
      ${review.at} ${subject === "workman" ? sql`, ${review.personId}` : sql``})
    ON CONFLICT (account_id, job_id) WHERE state <> 'DELETED' DO NOTHING RETURNING id`.execute(trx);
  // The same side has just written one.
  if (!rows[0]) throw conflict(ALREADY);
  return rows[0].id;
}

const ALREADY = "Отзыв по этому заданию уже оставлен";

function whyNot(job: FoundJob, now: Date): string {
  if (job.state !== "FINISHED" || job.finishedAt === null)
    return "Отзыв можно оставить после завершения задания";
  if (now.getTime() - job.finishedAt.getTime() > REVIEW_WINDOW_SECONDS * 1000)
    return "Отзыв можно оставить в течение 30 дней после завершения задания";
  return ALREADY;
}

async function ownReview(
  trx: Trx,
  subject: ReviewSubject,
  id: number,
  actor: Actor,
): Promise<ReviewRow> {
  return lockReview(trx, subject, id, (row) => isAuthor(subject, row, actor));
}

function readText(text: string): string {
  const read = text.trim();
  if (read.length < TEXT_MIN) throw invalid({ text: [`Напишите не меньше ${TEXT_MIN} знаков`] });
  return read;
}
