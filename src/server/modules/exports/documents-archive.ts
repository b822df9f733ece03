import { sql, type RawBuilder } from "kysely";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { partyOfAccount } from "#server/http/actor.ts";
import {
  HAS_PAPER,
  renderDocument,
  SELECT_DOCUMENT,
  titleOf,
  documentsWithinReach,
  type DocumentRow,
} from "#server/modules/job-documents/index.ts";
import type { SheetCell } from "#server/files/spreadsheet/sheet-table.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import type { ZipPart } from "#server/files/spreadsheet/zip-writer.ts";
import type { Trx } from "#server/data/transaction.ts";
import { decimalSum } from "#server/files/spreadsheet/decimal-sum.ts";
import { paidBy } from "./export-columns.ts";
import type { ExportRow } from "./queries.ts";

/** ZIP without Zip64. */
export const MOST_DOCUMENTS = 60_000;
const PAGE_DOCUMENTS = 50;
const PAGE_LINES = 1000;

export async function countDocuments(trx: Trx, order: ExportRow): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::integer AS n FROM job_documents d WHERE ${chosen(order)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/**
 * PDFs one by one, then their list: `{Тип}/{yyyy-MM}/{№}_{ФИО}_{дата}.pdf`. One snapshot. Source:
 * `domain.md` §4.8.
 */
export async function* documentParts(
  trx: Trx,
  order: ExportRow,
  onDocument: (count: number) => Promise<void>,
): AsyncGenerator<ZipPart, void, void> {
  await sql`DECLARE export_papers NO SCROLL CURSOR FOR ${numbered(order)}`.execute(trx);
  for (;;) {
    const { rows } =
      await sql<NumberedRow>`FETCH ${sql.lit(PAGE_DOCUMENTS)} FROM export_papers`.execute(trx);
    for (const row of rows) {
      yield { name: pathOf(row), content: paperOf(row, partyOfAccount(order.account_id)) };
      await onDocument(1);
    }
    if (rows.length < PAGE_DOCUMENTS) break;
  }
  await sql`CLOSE export_papers`.execute(trx);
  yield {
    name: "Опись.csv",
    content: writeCsv({ name: "Опись", columns: LIST_COLUMNS, batches: listLines(trx, order) }),
  };
}

interface NumberedRow extends DocumentRow {
  /** Counts equal paths, from 1. */
  readonly same_no: bigint;
}

async function* paperOf(row: DocumentRow, of: string): AsyncGenerator<Uint8Array, void, void> {
  yield await renderDocument(row, { line: "background", of });
}

const LIST_COLUMNS = [
  { title: "Файл", width: 60, isText: true },
  { title: "Документ", width: 40 },
  { title: "Номер", width: 14, isText: true },
  { title: "Дата", width: 12 },
  { title: "Исполнитель", width: 34 },
  { title: "Сумма, ₽", width: 14 },
] as const;

async function* listLines(trx: Trx, order: ExportRow): AsyncGenerator<SheetCell[][], void, void> {
  await sql`DECLARE export_list NO SCROLL CURSOR FOR ${numbered(order)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<NumberedRow>`
      FETCH ${sql.lit(PAGE_LINES)} FROM export_list`.execute(trx);
    yield rows.map((row) => [
      pathOf(row),
      titleOf(row),
      row.number,
      { date: row.document_date },
      row.workman_name ?? "",
      sumOf(row.amount_kopecks),
    ]);
    if (rows.length < PAGE_LINES) break;
  }
  await sql`CLOSE export_list`.execute(trx);
}

function sumOf(kopecks: bigint | null): SheetCell {
  return kopecks === null ? null : { number: decimalSum(kopecks) };
}

function pathOf(row: NumberedRow): string {
  const name = [row.number, row.workman_name, row.document_date].filter(Boolean).join("_");
  const same = row.same_no > 1n ? `_${row.same_no}` : "";
  return `${JOB_DOCUMENT_TYPE.titles[row.type]}/${row.document_date.slice(0, 7)}/${clean(name)}${same}.pdf`;
}

/** File systems refuse some characters. */
function clean(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]/gu, "-").slice(0, 150);
}

function numbered(order: ExportRow): RawBuilder<unknown> {
  return sql`
    SELECT x.*,
      row_number() OVER (PARTITION BY x.type, x.number, x.workman_name, x.document_date
        ORDER BY x.id) AS same_no
    FROM (${SELECT_DOCUMENT} WHERE ${chosen(order)}) x ORDER BY x.type, x.document_date, x.id`;
}

function chosen(order: ExportRow): RawBuilder<unknown> {
  const { account_id: accountId, filters } = order;
  const conditions = [
    documentsWithinReach({ side: "account", accountId, projectIds: order.project_ids }),
    HAS_PAPER,
    filters.registries?.length
      ? sql`
        d.payout_id IN (SELECT y.id
          FROM payouts y
          WHERE y.account_id = ${accountId} AND ${paidBy(filters.registries)})`
      : sql`d.document_date BETWEEN ${filters.periodStart}::date AND ${filters.periodEnd}::date`,
  ];
  const ofJob = (condition: RawBuilder<unknown>) =>
    sql`
      EXISTS (SELECT FROM jobs k
        WHERE k.account_id = d.account_id AND k.id = d.job_id AND ${condition})`;
  if (order.document_types) conditions.push(sql`d.type = ANY (${order.document_types}::text[])`);
  if (filters.projects?.length)
    conditions.push(ofJob(sql`k.project_id = ANY (${filters.projects}::integer[])`));
  if (filters.jobs?.length) conditions.push(sql`d.job_id = ANY (${filters.jobs}::bigint[])`);
  if (filters.jobTags?.length)
    conditions.push(
      ofJob(
        sql`
          k.tags && ARRAY(SELECT t.title
            FROM job_tags t
            WHERE t.account_id = ${accountId} AND t.id = ANY (${filters.jobTags}::integer[]))`,
      ),
    );
  if (filters.accountEmployees?.length)
    conditions.push(
      sql`
        d.workman_id IN (SELECT m.workman_id
          FROM employments m
          WHERE m.account_id = ${accountId} AND m.id = ANY (${filters.accountEmployees}::integer[]))`,
    );
  return sql.join(conditions, sql` AND `);
}
