import { Readable } from "node:stream";
import { sql } from "kysely";
import { JOB_DOCUMENT_STATE, MAX_SIGN_BATCH } from "#contract/job-documents/job-document-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { partyOf, type Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { FileReply } from "#server/http/replies.ts";
import type { AuditRecord, RequestContext } from "#server/http/request-context.ts";
import type { SheetCell } from "#server/files/spreadsheet/sheet-table.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeZip } from "#server/files/spreadsheet/zip-writer.ts";
import type { Trx } from "#server/data/transaction.ts";
import { writeJournals } from "../document-changes.ts";
import { titleOf } from "../presenter.ts";
import {
  HAS_PAPER,
  loadDocuments,
  readerOf,
  SELECT_DOCUMENT,
  documentsWithinReach,
  type DocumentRow,
} from "../queries.ts";
import { filtersOf } from "../list-documents.ts";
import { renderDocument } from "../render-document.ts";

interface Choice {
  readonly documentIDs?: number[];
  readonly jobIDs?: number[];
  readonly tags?: number[];
  readonly types?: string[];
  readonly projectIDs?: number[];
  readonly periodStart?: string;
  readonly periodEnd?: string;
}

interface Download {
  readonly at: Date;
  readonly request: RequestContext;
  readonly audit: (record: AuditRecord) => void;
}

/**
 * One document as a PDF, more as a streamed archive with a list.
 *
 * @throws AppError `not_found` — absent or out of reach; `conflict` — none chosen, or too many.
 */
export async function downloadArchive(
  trx: Trx,
  actor: Actor,
  choice: Choice,
  { at, request, audit }: Download,
): Promise<FileReply> {
  const reader = readerOf(actor);
  const { documentIDs, jobIDs, ...listed } = choice;
  if (documentIDs?.length) await loadDocuments(trx, reader, documentIDs);
  // Documents without a PDF are listed only.
  const filters = [documentsWithinReach(reader), HAS_PAPER, ...filtersOf(listed, reader, at)];
  if (documentIDs?.length) filters.push(sql`d.id = ANY (${documentIDs}::bigint[])`);
  if (jobIDs?.length) filters.push(sql`d.job_id = ANY (${jobIDs}::bigint[])`);
  const { rows } = await sql<DocumentRow>`
      ${SELECT_DOCUMENT}
      WHERE ${sql.join(filters, sql` AND `)}
      ORDER BY d.id DESC
      LIMIT ${MAX_SIGN_BATCH + 1}`.execute(trx);
  const [first] = rows;
  if (!first)
    throw conflict("По этим условиям нет документов, которые можно скачать. Измените условия");
  if (rows.length > MAX_SIGN_BATCH)
    throw conflict(
      `Выбрано больше ${MAX_SIGN_BATCH} документов. Сузьте период или выберите проект и скачайте по частям`,
    );
  await writeJournals(trx, { event: "document.downloaded", rows, actor, request, audit, at });
  const of = partyOf(actor);
  if (rows.length === 1)
    return new FileReply(`${titleOf(first)}.pdf`, "application/pdf", () =>
      renderDocument(first, { line: "request", of }),
    );
  return new FileReply(
    "Документы.zip",
    "application/zip",
    Readable.from(writeZip(partsOf(rows, of))),
  );
}

function* partsOf(rows: readonly DocumentRow[], of: string) {
  const taken = new Set<string>();
  const listed: SheetCell[][] = [];
  for (const row of rows) {
    const plain = fileName([titleOf(row), row.workman_name].filter(Boolean).join(", "));
    const name = taken.has(plain) ? `${plain} (${row.id})` : plain;
    taken.add(name);
    listed.push([
      `${name}.pdf`,
      titleOf(row),
      { date: row.document_date },
      row.workman_name ?? "",
      row.amount_kopecks === null
        ? null
        : { number: kopecksToRubles(row.amount_kopecks).toFixed(2) },
      JOB_DOCUMENT_STATE.titles[row.state],
    ]);
    yield { name: `${name}.pdf`, content: render(row, of) };
  }
  yield {
    name: "Опись.csv",
    content: writeCsv({ name: "Опись", columns: LIST_COLUMNS, batches: once(listed) }),
  };
}

const LIST_COLUMNS = [
  { title: "Файл", width: 60, isText: true },
  { title: "Документ", width: 40 },
  { title: "Дата", width: 12 },
  { title: "Исполнитель", width: 34 },
  { title: "Сумма, ₽", width: 14 },
  { title: "Состояние", width: 24 },
] as const;

async function* once(rows: SheetCell[][]): AsyncGenerator<SheetCell[][], void, void> {
  yield rows;
}

/** In the background's line: a half-sent archive cannot say that it is busy. */
async function* render(row: DocumentRow, of: string) {
  yield await renderDocument(row, { line: "background", of });
}

/** File systems refuse some characters. */
function fileName(title: string): string {
  return title.replace(/[\\/:*?"<>|\p{Cc}]/gu, "-").slice(0, 150);
}
