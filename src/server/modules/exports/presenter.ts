import { definitionFor } from "#contract/kernel/definition-of.ts";
import { EXPORT_FORMAT, EXPORT_STATE, EXPORT_TYPE } from "#contract/exports/export-states.ts";
import type { Export } from "#contract/exports/export.ts";
import type { ExportRow } from "./queries.ts";

export function presentExport(row: ExportRow): Export {
  const isReady = row.state === "READY";
  return {
    id: row.id,
    title: row.title,
    types: row.types.map((type) => definitionFor(EXPORT_TYPE, type)),
    format: definitionFor(EXPORT_FORMAT, row.format),
    state: definitionFor(EXPORT_STATE, row.state),
    filters: row.filters,
    fileName: isReady ? row.file_name : null,
    fileSizeBytes: isReady && row.file_size_bytes !== null ? Number(row.file_size_bytes) : null,
    rowsCount: row.ready_at ? row.done_rows : null,
    percent: percentOf(row),
    errorMessage: row.state === "FAILED" ? row.error_message : null,
    author: row.author_name === null ? null : { id: row.created_by, name: row.author_name },
    createdAt: row.created_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    permissions: {
      download: isReady,
      retry: row.state === "FAILED",
      repeat: row.state === "READY" || row.state === "EXPIRED",
    },
  };
}

/** 100 only with a file. */
function percentOf({ state, total_rows: total, done_rows: done }: ExportRow): number {
  if (state === "READY" || state === "EXPIRED") return 100;
  if (state !== "PROCESSING" || !total) return 0;
  return Math.min(99, Math.floor((done * 100) / total));
}
