import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";
import { reviewTexts } from "./demo-reviews.ts";
import type { FinishedJob } from "./seed-demo-jobs.ts";

const DAY_MS = 86_400_000;

const SCORES = [5, 5, 4, 5, 3, 5, 4, 5, 5, 2] as const;

/** Some still in moderation. The last job has none: its sides may write theirs. */
export async function seedReviews(trx: Trx, finished: readonly FinishedJob[]): Promise<void> {
  const reviewed = finished.slice(0, -1);
  const ofWorkmen = reviewed
    .filter((_, index) => index % 6 !== 5)
    .map((job, index) => review(job, index, "workman"));
  const ofAccounts = reviewed
    .filter((_, index) => index % 4 !== 3)
    .map((job, index) => review(job, index + 2, "account"));
  await add(trx, "workman_reviews", ofWorkmen);
  await add(trx, "account_reviews", ofAccounts);
}

function review(job: FinishedJob, index: number, about: "workman" | "account") {
  const wanted = SCORES[index % SCORES.length] ?? 5;
  const score = reviewTexts(about, wanted).length > 0 ? wanted : 3;
  const choice = reviewTexts(about, score);
  return {
    accountId: job.accountId,
    workmanId: job.workmanId,
    jobId: job.id,
    score,
    text: choice[Math.floor(index / 2) % choice.length] ?? "",
    state: index % 17 === 16 ? "MODERATION" : "PUBLISHED",
    createdAt: new Date(job.finishedAt.getTime() + DAY_MS).toISOString(),
  };
}

async function add(
  trx: Trx,
  table: "workman_reviews" | "account_reviews",
  reviews: readonly ReturnType<typeof review>[],
): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(table)} (account_id, workman_id, job_id, score, text, state, created_at)
    SELECT g."accountId", g."workmanId", g."jobId", g.score, g.text, g.state, g."createdAt"
    FROM jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) AS g("accountId" integer,
      "workmanId" integer, "jobId" bigint, score smallint, text text, state text,
      "createdAt" timestamptz)`.execute(trx);
}
