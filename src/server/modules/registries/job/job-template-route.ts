import { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { tableReply } from "#server/files/spreadsheet/table-reply.ts";
import { fillJobTemplate, jobTemplate } from "./job-template.ts";

export function serveJobTemplate(serve: Serve, platform: Platform): void {
  serve(jobRegistryEndpoints.filledTemplate, async ({ actor, query, trx }) =>
    tableReply(
      "Реестр заданий",
      query.format,
      await jobTemplate(
        trx,
        await fillJobTemplate(trx, actor, query, moscowDate(platform.clock.now())),
      ),
    ),
  );
}
