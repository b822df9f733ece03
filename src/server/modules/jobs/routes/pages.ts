import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import type { Platform } from "#server/platform.ts";
import type { Serve } from "#server/http/serve.ts";
import { findJobRow } from "../find-job.ts";
import { readJobIdent } from "../job-ident.ts";
import { presentJob } from "../presenter.ts";

export function serveJobPages(serve: Serve, { clock }: Platform): void {
  serve(endpoints.info, async ({ actor, query, trx }) => {
    const now = clock.now();
    // No job has the number 0.
    const id = query.jobID ?? readJobIdent(query.jobIdent ?? "") ?? 0;
    return presentJob(await findJobRow(trx, actor, id, now), actor, now);
  });
}
