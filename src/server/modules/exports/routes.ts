import { sql } from "kysely";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { exportEndpoints as endpoints } from "#contract/exports/export-endpoints.ts";
import { EXPORT_TRANSITIONS } from "#contract/exports/export-states.ts";
import type { Export } from "#contract/exports/export.ts";
import { NoSuchFile } from "#server/integrations/file-storage/port.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { olderThan } from "#server/http/paging.ts";
import { FileReply } from "#server/http/replies.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { List } from "#server/http/serve-list.ts";
import type { Serve } from "#server/http/serve.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { presentExport } from "./presenter.ts";
import {
  loadExport,
  selectExports,
  withinReach,
  type ExportKind,
  type ExportRow,
} from "./queries.ts";
import { addSchedule, endSchedule, listSchedules } from "./tasks/scheduled-exports.ts";
import { orderExport, type ExportOrder } from "./actions/order-export.ts";

export function serveExports(serve: Serve, { clock, files }: Platform): void {
  const order = async (
    trx: Trx,
    actor: AccountActor,
    what: ExportOrder,
    audit: (record: AuditRecord) => void,
  ): Promise<Export> => {
    const row = await orderExport(trx, actor, what, clock.now());
    audit({ event: "export.created", object: objectOf(row) });
    return presentExport(row);
  };

  serve(endpoints.documentCreate, ({ actor, body, trx, audit }) => {
    const { types, ...filters } = body.filters;
    return order(
      trx,
      actor,
      {
        kind: "documents",
        types: ["DOCUMENTS_ARCHIVE"],
        filters,
        format: "xlsx",
        documentTypes: types,
      },
      audit,
    );
  });
  serve(endpoints.universalCreate, ({ actor, body, trx, audit }) => {
    const { types, format, ...filters } = body;
    return order(
      trx,
      actor,
      { kind: "universal", types, filters, format: format ?? "xlsx" },
      audit,
    );
  });
  serve(endpoints.receiptCreate, ({ actor, body, trx, audit }) => {
    const { states, format, ...filters } = body;
    return order(
      trx,
      actor,
      {
        kind: "receipts",
        types: ["RECEIPTS"],
        filters,
        format: format ?? "xlsx",
        receiptStates: states,
      },
      audit,
    );
  });

  serve.list(endpoints.documentList, ({ actor, query }) => list(actor, query, "documents"));
  serve.list(endpoints.receiptList, ({ actor, query }) => list(actor, query, "receipts"));
  serve.list(endpoints.universalList, ({ actor, query }) => list(actor, query, null));

  serve(endpoints.retry, async ({ actor, params, trx, audit }) => {
    const before = await loadExport(trx, actor, params.id, true);
    if (!canTransit(EXPORT_TRANSITIONS, "retry", before.state, "account"))
      throw conflict("Повторить можно только неудавшуюся выгрузку");
    const at = clock.now();
    const again = transition(EXPORT_TRANSITIONS, "retry", "account");
    await sql`
      UPDATE exports
      SET ${again.set}, attempt = 0, due_at = ${at}, total_rows = NULL, done_rows = 0,
        error_message = NULL, claimed_until = NULL
      WHERE account_id = ${actor.accountId} AND id = ${params.id} AND ${again.from}`.execute(trx);
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "exports",
      ids: [params.id],
    });
    audit({ event: "export.retried", object: objectOf(before) });
    return presentExport(await loadExport(trx, actor, params.id));
  });

  serve(endpoints.repeat, async ({ actor, params, trx, audit }) => {
    const {
      kind,
      types,
      filters,
      format,
      document_types: documentTypes,
      receipt_states: receiptStates,
      state,
    } = await loadExport(trx, actor, params.id);
    if (state !== "READY" && state !== "EXPIRED")
      throw conflict("Эта выгрузка ещё не готова. Дождитесь файла или повторите её");
    const row = await orderExport(
      trx,
      actor,
      {
        kind,
        types,
        filters,
        format,
        documentTypes: documentTypes ?? undefined,
        receiptStates: receiptStates ?? undefined,
      },
      clock.now(),
    );
    audit({ event: "export.repeated", object: objectOf(row) });
    return presentExport(row);
  });

  serve(endpoints.schedules, async ({ actor, trx }) => ({
    items: await listSchedules(trx, actor),
  }));

  serve(endpoints.schedule, async ({ actor, body, trx, audit }) => {
    const { types, format, ...filters } = body;
    const schedule = await addSchedule(
      trx,
      actor,
      { types, format: format ?? "xlsx", filters },
      clock.now(),
    );
    audit({
      event: "export.scheduled",
      object: {
        type: "export-schedule",
        id: schedule.id,
        title: schedule.types.map(({ title }) => title).join(", "),
      },
    });
    return schedule;
  });

  serve(endpoints.unschedule, async ({ actor, params, trx, audit }) => {
    await endSchedule(trx, actor, params.id, clock.now());
    audit({
      event: "export.unscheduled",
      object: {
        type: "export-schedule",
        id: params.id,
        title: `Ежемесячная выгрузка № ${params.id}`,
      },
    });
    return { ok: true as const };
  });

  serve(
    endpoints.file,
    async ({ actor, params, trx, audit }) => {
      const row = await loadExport(trx, actor, params.id);
      if (row.state === "EXPIRED")
        throw conflict("Срок хранения файла истёк. Закажите выгрузку ещё раз");
      if (row.state === "FAILED") throw conflict("Файл не сформирован. Повторите выгрузку");
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
  return { type: "export", id: row.id, title: row.title };
}

interface ListQuery {
  readonly before?: string;
  readonly states?: string[];
  readonly types?: string[];
  readonly sortDirection?: "asc" | "desc";
}

/** @param kind - `null` for all. */
function list(
  actor: AccountActor,
  query: ListQuery,
  kind: ExportKind | null,
): List<typeof endpoints.universalList, ExportRow> {
  const where = [withinReach(actor), ...olderThan(query, sql`x.created_at`)];
  if (kind !== null) where.push(sql`x.kind = ${kind}`);
  if (query.states?.length) where.push(sql`x.state = ANY (${query.states}::text[])`);
  if (query.types?.length) where.push(sql`x.types && ${query.types}::text[]`);
  return {
    of: "x",
    from: sql`exports x`,
    where,
    order: sql`x.id ${query.sortDirection === "asc" ? sql`ASC` : sql`DESC`}`,
    select: selectExports,
    present: (rows) => rows.map(presentExport),
  };
}
