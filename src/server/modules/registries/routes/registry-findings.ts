import { sql, type Kysely } from "kysely";
import { noteSentence, withoutSums } from "#contract/registries/reading-note.ts";
import type { FindingSummary } from "#contract/registries/registry.ts";
import { seesPayrollSums } from "#contract/registries/registry-permissions.ts";
import {
  REGISTRY_FINDINGS,
  type FindingSeverity,
  type FindingCode,
} from "#contract/registries/registry-findings.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { LINE } from "../registry-pages.ts";
import type { RegistryRow } from "../registry-row.ts";

const SAMPLE_ROWS = 5;

interface FindingCountRow {
  readonly code: FindingCode;
  readonly column_key: string;
  readonly severity: FindingSeverity;
  readonly row_count: number;
  readonly samples: number[] | null;
}

/** Errors by frequency, then warnings; findings about the file have no rows. */
export async function listFindings(
  db: Kysely<Schema>,
  kind: RegistryKind,
  registry: RegistryRow,
  actor: AccountActor,
): Promise<FindingSummary[]> {
  const { rows } = await sql<FindingCountRow>`
    SELECT c.code, c.column_key, c.severity, c.row_count, (
      SELECT array_agg(line ORDER BY row_no) FROM (
        SELECT i.row_no, ${LINE} AS line FROM registry_items i
        WHERE i.account_id = c.account_id
          AND i.registry_id = c.registry_id
          AND i.created_on = ${registry.created_on}::date
          AND CASE WHEN c.severity = 'error' THEN i.error_count > 0 ELSE i.warning_count > 0 END
          AND i.issues @> jsonb_build_array(jsonb_build_object('code', c.code, 'column',
            c.column_key))
        ORDER BY i.row_no LIMIT ${SAMPLE_ROWS}
      ) first
    ) AS samples
    FROM registry_causes c
    WHERE c.account_id = ${registry.account_id}
      AND c.registry_id = ${registry.id}
      AND c.row_count > 0
    ORDER BY c.severity, c.row_count DESC, c.code, c.column_key`.execute(db);
  const ofRows = rows.map((row): FindingSummary => ({
    cause: row.code,
    column: row.column_key,
    columnTitle: kind.rows.columns.find(({ key }) => key === row.column_key)?.title ?? null,
    message: REGISTRY_FINDINGS[row.code].title,
    severity: row.severity,
    count: row.row_count,
    sampleRows: row.samples ?? [],
  }));
  const whole = {
    column: null,
    columnTitle: null,
    severity: "warning" as const,
    count: 0,
    sampleRows: [],
  };
  const hidesSums = registry.kind === "payroll" && !seesPayrollSums(actor);
  const notes = hidesSums ? registry.file_notes.map(withoutSums) : registry.file_notes;
  const ofFile = [
    ...(await kind.fileFindings(db, registry, actor)),
    ...notes.map((note) => ({
      cause: "unused_column",
      message: noteSentence(note),
      note,
    })),
  ];
  return [...ofRows, ...ofFile.map((finding): FindingSummary => ({ ...whole, ...finding }))];
}
