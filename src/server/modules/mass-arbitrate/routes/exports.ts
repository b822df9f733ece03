import { sql } from "kysely";
import { formatDate } from "#contract/values/calendar-date.ts";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { massArbitrateEndpoints as endpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import { NoSuchFile } from "#server/integrations/file-storage/port.ts";
import { checkRecords } from "#server/modules/exports/index.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { olderThan } from "#server/http/paging.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  loadExport,
  presentExport,
  selectExports,
  type ExportRow,
  type OfferFilters,
} from "../export-rows.ts";
import type { Platform } from "#server/platform.ts";
import { EXPORTS, withinReach } from "../reach.ts";

const MOST_OPEN = 20;

export function serveExports(serve: Serve, { clock, files }: Platform): void {
  serve.list(endpoints.exportList, ({ actor, query }) => ({
    of: "x",
    from: sql`mass_arbitrate_exports x`,
    where: [withinReach(actor), ...olderThan(query, sql`x.created_at`)],
    order: sql`x.id DESC`,
    select: (page) => selectExports(page),
    present: (rows) => rows.map(presentExport),
  }));

  serve(endpoints.exportAdd, async ({ actor, body, trx, audit }) => {
    const { format = "xlsx", ...filters } = body;
    if (filters.states?.some((state) => state !== "INPROGRESS" && state !== "COMPLETED"))
      throw invalid({
        states: ["Изменить выплату можно, пока работа выполняется или ждёт приёмки"],
      });
    if (filters.periodStart && filters.periodEnd && filters.periodStart > filters.periodEnd)
      throw invalid({ periodEnd: ["Конец периода раньше начала. Поменяйте даты местами"] });
    await checkRecords(trx, actor, filters);
    const open = await sql`
        SELECT 1 FROM mass_arbitrate_exports
        WHERE account_id = ${actor.accountId}
          AND created_by = ${actor.personId}
          AND state IN ('NEW', 'PROCESSING')
        LIMIT ${MOST_OPEN}`.execute(trx);
    if (open.rows.length === MOST_OPEN)
      throw conflict("Слишком много выгрузок в работе. Дождитесь, когда они будут готовы");
    const at = clock.now();
    const { rows } = await sql<{ id: number }>`
      INSERT INTO mass_arbitrate_exports (account_id, title, filters, format, created_by, role,
        project_ids, created_at, due_at)
      VALUES (${actor.accountId}, ${titleOf(filters)}, ${JSON.stringify(filters)}::jsonb, ${format},
        ${actor.personId}, ${actor.role}, ${actor.projectIds}::integer[], ${at}, ${at})
      RETURNING id`.execute(trx);
    const row = await loadExport(trx, actor, rows[0]?.id as number);
    await announce(trx, { to: `account:${actor.accountId}`, resource: EXPORTS, ids: [row.id] });
    audit({ event: "export.created", object: objectOf(row) });
    return presentExport(row);
  });

  serve(
    endpoints.exportFile,
    async ({ actor, params, trx, audit }) => {
      const row = await loadExport(trx, actor, params.id);
      if (row.state === "EXPIRED")
        throw conflict("Срок хранения файла истёк. Закажите выгрузку ещё раз");
      if (row.state === "FAILED") throw conflict("Файл не сформирован. Закажите выгрузку ещё раз");
      const { rows } = await sql<{
        storage_key: string;
        name: string;
        content_type: string;
      }>`SELECT storage_key, name, content_type FROM files WHERE id = ${row.file_id}`.execute(trx);
      const file = rows[0];
      if (row.state !== "READY" || !file)
        throw conflict("Файл ещё формируется. Дождитесь готовности");
      const body = () =>
        files.open(file.storage_key).catch((error: unknown) => {
          throw error instanceof NoSuchFile
            ? notFound("Файл не найден. Закажите выгрузку ещё раз")
            : error;
        });
      audit({ event: "export.downloaded", object: objectOf(row) });
      return new FileReply(file.name, file.content_type, body);
    },
    { changesData: true },
  );
}

function objectOf(row: ExportRow) {
  return { type: "mass-arbitrate-export", id: row.id, title: row.title };
}

function titleOf({
  periodStart,
  periodEnd,
  states,
  projects,
  jobs,
  jobTags,
  accountEmployees,
}: OfferFilters): string {
  const parts = [
    periodStart || periodEnd
      ? `приняты ${periodStart ? `с ${formatDate(periodStart)}` : ""}${periodStart && periodEnd ? " " : ""}${periodEnd ? `по ${formatDate(periodEnd)}` : ""}`
      : null,
    states?.length === 1
      ? (JOB_OFFER_STATE.titles[states[0] as "INPROGRESS" | "COMPLETED"] ?? "").toLowerCase()
      : null,
    projects?.length ? `проектов: ${projects.length}` : null,
    jobs?.length ? `заданий: ${jobs.length}` : null,
    jobTags?.length ? `тегов: ${jobTags.length}` : null,
    accountEmployees?.length ? `исполнителей: ${accountEmployees.length}` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "Все отклики в работе и на приёмке" : `Отклики: ${parts.join(", ")}`;
}
