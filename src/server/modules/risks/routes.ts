import { riskEndpoints as endpoints } from "#contract/risks/risk-endpoints.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { pageOf } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { countAnnulled, listAnnulled } from "./annulled-receipts.ts";
import { labourRisks } from "./labour-risks.ts";
import { countPapers, listPapers } from "./papers.ts";
import { countLimits, listLimits } from "./workman-limits.ts";

export function serveRisks(serve: Serve, { clock }: Platform): void {
  serve(
    endpoints.summary,
    async ({ actor, trx }) => {
      const today = moscowDate(clock.now());
      const [annulled, limits, labour, papers] = await Promise.all([
        countAnnulled(trx, actor, today),
        countLimits(trx, actor, today),
        labourRisks(trx, actor, clock.now()),
        countPapers(trx, actor, today),
      ]);
      return {
        annulledReceipts: annulled.count,
        exposure: annulled.exposure,
        ...limits,
        labour: labour.length,
        papers,
      };
    },
    { readsReplica: true },
  );

  serve(
    endpoints.receipts,
    async ({ actor, query, trx }) => {
      const page = pageOf(query);
      const today = moscowDate(clock.now());
      const { count } = await countAnnulled(trx, actor, today, query);
      return {
        items: await listAnnulled(trx, actor, today, { ...query, ...page }),
        meta: page.metaOf(BigInt(count)),
      };
    },
    { readsReplica: true },
  );

  serve(
    endpoints.limits,
    async ({ actor, query, trx }) => {
      const page = pageOf(query);
      const { items, total } = await listLimits(trx, actor, moscowDate(clock.now()), {
        ...page,
        workmanID: query.workmanID,
      });
      return { items, meta: page.metaOf(total) };
    },
    { readsReplica: true },
  );

  serve(
    endpoints.labour,
    async ({ actor, query, trx }) => {
      const page = pageOf(query);
      const risks = await labourRisks(trx, actor, clock.now(), query);
      return {
        items: risks.slice(page.offset, page.offset + page.limit),
        meta: page.metaOf(BigInt(risks.length)),
      };
    },
    { readsReplica: true },
  );

  serve(
    endpoints.papers,
    async ({ actor, query, trx }) => {
      const page = pageOf(query);
      const today = moscowDate(clock.now());
      return {
        items: await listPapers(trx, actor, today, { ...page, workmanID: query.workmanID }),
        meta: page.metaOf(BigInt(await countPapers(trx, actor, today, query))),
      };
    },
    { readsReplica: true },
  );
}
