import { sql, type Kysely, type RawBuilder } from "kysely";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { JobPermissions } from "#contract/jobs/job.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { answerRefusalOf, permissionsOf } from "./presenter.ts";
import { loadJobs, type JobRow } from "./queries.ts";
import { jobVersion } from "./job-terms.ts";

export interface FoundJob {
  readonly accountId: number;
  readonly id: bigint;
  readonly title: string;
  readonly state: JobState;
  readonly projectId: number | null;
  readonly workmanId: number | null;
  readonly finishedAt: Date | null;
  readonly permissions: JobPermissions;
  readonly answerObstacle: string | null;
  /** Version of the terms. */
  readonly version: string;
}

/** @throws AppError `not_found` — absent or not visible. */
export async function findJob(
  db: Kysely<Schema>,
  actor: Actor | null,
  id: number | bigint,
  now: Date,
): Promise<FoundJob> {
  const row = await findJobRow(db, actor, id, now);
  const {
    account_id: accountId,
    title,
    state,
    project_id: projectId,
    workman_id: workmanId,
    finished_at: finishedAt,
  } = row;
  return {
    accountId,
    id: row.id,
    title,
    state,
    projectId,
    workmanId,
    finishedAt,
    permissions: permissionsOf(row, actor, now),
    answerObstacle: answerRefusalOf(row, actor),
    version: jobVersion(row),
  };
}

export async function findJobRow(
  db: Kysely<Schema>,
  actor: Actor | null,
  id: number | bigint,
  now: Date,
): Promise<JobRow> {
  const found = await loadJobs(db, actor, { where: withId(id, actor), now, limit: 10 });
  const row = found.find((one) => permissionsOf(one, actor, now).view);
  if (!row) throw notFound("Задание не найдено");
  return row;
}

/** Payroll jobs only for their company or workman: indexed. */
function withId(id: number | bigint, actor: Actor | null): RawBuilder<unknown> {
  const ways = [sql`(j.kind = 'OFFER' AND j.id = ${id})`];
  if (actor !== null && actor.accountId !== null)
    ways.push(sql`(j.account_id = ${actor.accountId} AND j.id = ${id})`);
  if (actor !== null && actor.workmanId !== null)
    ways.push(sql`(j.workman_id = ${actor.workmanId} AND j.id = ${id})`);
  return sql`(${sql.join(ways, sql` OR `)})`;
}
