import { sql, type RawBuilder } from "kysely";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { exportEndpoints as endpoints } from "#contract/exports/export-endpoints.ts";
import { EXPORT_TRANSITIONS } from "#contract/exports/export-states.ts";
import type { Export } from "#contract/exports/export.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import { NoSuchFile } from "#server/integrations/file-storage/port.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { olderThan, pageOf } from "#server/http/paging.ts";
import { FileReply } from "#server/http/replies.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Serve } from "#server/http/serve.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { presentExport } from "./presenter.ts";
import {
  loadExport,
  SELECT_EXPORT,
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

  serve(endpoints.documentList, ({ actor, query, trx }) => list(trx, actor, query, "documents"), {
    readsReplica: true,
  });
  serve(endpoints.receiptList, ({ actor, query, trx }) => list(trx, actor, query, "receipts"), {
    readsReplica: true,
  });
  serve(endpoints.universalList, ({ actor, query, trx }) => list(trx, actor, query, null), {
    readsReplica: true,
  });

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
      const body = await files.open(file.storage_key).catch((error: unknown) => {
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
  readonly page?: number;
  readonly perPage?: number;
  readonly before?: string;
  readonly states?: string[];
  readonly types?: string[];
  readonly sortDirection?: "asc" | "desc";
}

/** @param kind - `null`: all. */
async function list(
  trx: Trx,
  actor: AccountActor,
  query: ListQuery,
  kind: ExportKind | null,
): Promise<{ items: Export[]; meta: ListMeta }> {
  const page = pageOf(query);
  const conditions: RawBuilder<unknown>[] = [
    withinReach(actor),
    ...olderThan(query, sql`x.created_at`),
  ];
  if (kind !== null) conditions.push(sql`x.kind = ${kind}`);
  if (query.states?.length) conditions.push(sql`x.state = ANY (${query.states}::text[])`);
  if (query.types?.length) conditions.push(sql`x.types && ${query.types}::text[]`);
  const where = sql.join(conditions, sql` AND `);
  const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<ExportRow>`
      ${SELECT_EXPORT}
      WHERE ${where}
      ORDER BY x.id ${direction}
      LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
  const count = await sql<{
    total: bigint;
  }>`SELECT count(*) AS total FROM exports x WHERE ${where}`.execute(trx);
  return { items: rows.map(presentExport), meta: page.metaOf(count.rows[0]?.total ?? 0n) };
}
