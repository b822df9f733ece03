import { sql, type RawBuilder } from "kysely";
import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import type { Actor } from "#server/platform/actor.ts";
import { notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Serve } from "#server/platform/serve.ts";
import { readJobIdent } from "./job-ident.ts";
import { permissionsOf, presentJob } from "./job-presenter.ts";
import { loadJobs } from "./job-rows.ts";

/** The page of one job. */
export function serveJobPages(serve: Serve, { clock }: { readonly clock: Clock }): void {
  serve(endpoints.info, async ({ actor, query, trx }) => {
    const id = query.jobID ?? (query.jobIdent === undefined ? null : readJobIdent(query.jobIdent));
    const now = clock.now();
    const found = id === null ? [] : await loadJobs(trx, actor, { where: withId(id, actor), limit: 10 });
    // Not to be seen and not there look the same.
    const row = found.find((one) => permissionsOf(one, actor, now).view);
    if (!row) throw notFound("Задание не найдено");
    return presentJob(row, actor, now);
  });
}

/** A job of the exchange is found by its number, a row of a payroll only by the two it belongs to: each way by its index. */
function withId(id: number | bigint, actor: Actor | null): RawBuilder<unknown> {
  const ways = [sql`(j.kind = 'OFFER' AND j.id = ${id})`];
  if (actor !== null && actor.accountId !== null) ways.push(sql`(j.account_id = ${actor.accountId} AND j.id = ${id})`);
  if (actor !== null && actor.workmanId !== null) ways.push(sql`(j.workman_id = ${actor.workmanId} AND j.id = ${id})`);
  return sql`(${sql.join(ways, sql` OR `)})`;
}
