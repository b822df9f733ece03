import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import {
  ARBITRATION_STATE,
  JOB_OFFER_STATE,
  type ArbitrationState,
  type JobOfferState,
} from "#contract/jobs/job-offer-states.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import {
  MASS_ARBITRATE_COLUMNS,
  type ArbitrationReason,
} from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import type { MassArbitrateItem } from "#contract/mass-arbitrate/mass-arbitrate.ts";
import {
  REGISTRY_ITEM_STATE,
  type RegistryItemState,
} from "#contract/registries/registry-item-states.ts";
import type { RowFinding } from "#contract/registries/registry.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { containing, pageOf } from "#server/http/paging.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ImportRow } from "./import-rows.ts";

interface ItemRow {
  readonly id: bigint;
  readonly row_no: number;
  readonly file_line: number;
  readonly cells: string[];
  readonly state: RegistryItemState;
  readonly issues: TableFinding[] | null;
  readonly offer_id: bigint | null;
  readonly amount_kopecks: bigint | null;
  readonly new_amount_kopecks: bigint | null;
  readonly reason: ArbitrationReason | null;
  readonly comment: string | null;
  readonly result: string | null;
  readonly job: { id: number; title: string } | null;
  readonly workman: { id: number; name: string } | null;
  readonly offer_state: JobOfferState | null;
  readonly answer: { state: ArbitrationState; answerUntil: string; comment: string | null } | null;
}

export interface ItemQuery {
  readonly page?: number;
  readonly perPage?: number;
  readonly afterRow?: number;
  readonly onlyErrors?: boolean;
  readonly onlyWarnings?: boolean;
  readonly states?: RegistryItemState[];
  readonly cause?: string;
  readonly causeColumn?: string;
  readonly search?: string;
}

export async function listItems(
  trx: Trx,
  one: ImportRow,
  query: ItemQuery,
): Promise<{ items: MassArbitrateItem[]; meta: ListMeta }> {
  const page = pageOf(query);
  const filters = filtersOf(query);
  const where = sql.join(
    [sql`i.account_id = ${one.account_id} AND i.import_id = ${one.id}`, ...filters],
    sql` AND `,
  );
  // Chooses rows first, joins for those only.
  const place =
    query.afterRow === undefined
      ? filters.length === 0
        ? sql`AND i.row_no > ${page.offset}`
        : sql``
      : sql`AND i.row_no > ${query.afterRow}`;
  const offset = query.afterRow === undefined && filters.length > 0 ? page.offset : 0;
  const { rows } = await sql<ItemRow>`
    SELECT i.*, o.state AS offer_state,
      CASE WHEN j.id IS NOT NULL THEN jsonb_build_object('id', j.id, 'title', j.title) END AS job,
      CASE
        WHEN w.id IS NOT NULL THEN jsonb_build_object('id', w.id, 'name',
          concat_ws(' ', w.last_name, w.first_name, w.middle_name)) END AS workman,
      CASE
        WHEN t.id IS NOT NULL THEN jsonb_build_object('state', t.state, 'answerUntil',
          t.answer_until, 'comment', t.decline_comment) END AS answer
    FROM (SELECT i.*
      FROM mass_arbitrate_items i
      WHERE ${where} ${place}
      ORDER BY i.row_no
      LIMIT ${page.limit} OFFSET ${offset}) i
    LEFT JOIN job_offers o ON o.account_id = i.account_id AND o.id = i.offer_id
    LEFT JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    LEFT JOIN workmen w ON w.id = o.workman_id
    LEFT JOIN job_offer_arbitrations t ON t.account_id = i.account_id AND t.id = i.arbitration_id
    ORDER BY i.row_no`.execute(trx);
  const total =
    filters.length === 0
      ? BigInt(one.row_count)
      : ((
          await sql<{
            n: bigint;
          }>`SELECT count(*) AS n FROM mass_arbitrate_items i WHERE ${where}`.execute(trx)
        ).rows[0]?.n ?? 0n);
  return { items: rows.map(present), meta: page.metaOf(total) };
}

function filtersOf(query: ItemQuery): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (query.onlyErrors) filters.push(sql`i.error_count > 0`);
  if (query.onlyWarnings) filters.push(sql`i.warning_count > 0`);
  if (query.states?.length) filters.push(sql`i.state = ANY (${query.states}::text[])`);
  if (query.cause)
    filters.push(
      sql`
        (i.error_count > 0 OR i.warning_count > 0)
          AND i.issues @> ${JSON.stringify([{ code: query.cause, column: query.causeColumn }])}::jsonb`,
    );
  if (query.search?.trim())
    filters.push(
      sql`
        (i.cells ->> 2 ILIKE ${containing(query.search)}
          OR i.cells ->> 3 ILIKE ${containing(query.search)}
          OR i.cells ->> 0 = ${query.search.trim()})`,
    );
  return filters;
}

function present(row: ItemRow): MassArbitrateItem {
  const findings = (severity: TableFinding["severity"]) =>
    (row.issues ?? []).filter((finding) => finding.severity === severity).map(findingOf);
  return {
    id: Number(row.id),
    rowNo: row.row_no,
    line: row.file_line,
    cells: Object.fromEntries(
      MASS_ARBITRATE_COLUMNS.map(({ key }, index) => [key, row.cells[index] ?? ""]),
    ),
    errors: findings("error"),
    warnings: findings("warning"),
    healedColumns: [],
    state: definitionFor(REGISTRY_ITEM_STATE, row.state),
    jobOfferID: row.offer_id === null ? null : Number(row.offer_id),
    job: row.job,
    workman: row.workman,
    offerState: row.offer_state && definitionFor(JOB_OFFER_STATE, row.offer_state),
    amountBefore: row.amount_kopecks === null ? null : kopecksToRubles(row.amount_kopecks),
    amountAfter: row.new_amount_kopecks === null ? null : kopecksToRubles(row.new_amount_kopecks),
    reason: row.reason && definitionFor(REASONS.arbitration, row.reason),
    comment: row.comment,
    result: row.result,
    values: {},
    answer: row.answer && {
      state: definitionFor(ARBITRATION_STATE, row.answer.state),
      answerUntil: new Date(row.answer.answerUntil).toISOString(),
      comment: row.answer.comment,
    },
  };
}

function findingOf({ column, code, message }: TableFinding): RowFinding {
  return {
    column,
    columnTitle: MASS_ARBITRATE_COLUMNS.find(({ key }) => key === column)?.title ?? null,
    cause: code,
    message,
  };
}
