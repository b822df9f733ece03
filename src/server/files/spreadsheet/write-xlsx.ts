import { escapeMarkup } from "#contract/values/markup.ts";
import { toDayNumber } from "#contract/values/calendar-date.ts";

import { dropControlCharacters, isFormulaLike } from "./formula-guard.ts";
import {
  requireDate,
  requireNumber,
  type SheetCell,
  type SheetColumn,
  type SheetTable,
} from "./sheet-table.ts";
import { writeZip, type ZipPart } from "./zip-writer.ts";

/**
 * Texts are inline strings; those like a formula have Excel's «leading apostrophe» flag.
 *
 * @returns buffers; memory is one batch. Source: domain rules §4.1.
 */
export function writeXlsx(tables: readonly SheetTable[]): AsyncGenerator<Buffer, void, void> {
  const parts: ZipPart[] = [
    { name: "[Content_Types].xml", content: [contentTypes(tables)] },
    {
      name: "_rels/.rels",
      content: [relations([{ id: "rId1", type: "officeDocument", target: "xl/workbook.xml" }])],
    },
    { name: "xl/workbook.xml", content: [workbook(tables)] },
    { name: "xl/_rels/workbook.xml.rels", content: [workbookRelations(tables)] },
    { name: "xl/styles.xml", content: [STYLES] },
    ...tables.map((table, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: sheet(table),
    })),
  ];
  return writeZip(parts);
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const STYLE = { header: 1, text: 2, number: 3, date: 4, quoted: 5 } as const;

const STYLES =
  `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>' +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

function contentTypes(tables: readonly SheetTable[]): string {
  const sheets = tables.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
  );
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${sheets.join("")}</Types>`
  );
}

function relations(list: readonly { id: string; type: string; target: string }[]): string {
  const items = list.map(
    ({ id, type, target }) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${items.join("")}</Relationships>`;
}

function workbookRelations(tables: readonly SheetTable[]): string {
  const sheets = tables.map((_, index) => ({
    id: `rId${index + 1}`,
    type: "worksheet",
    target: `worksheets/sheet${index + 1}.xml`,
  }));
  return relations([
    ...sheets,
    { id: `rId${tables.length + 1}`, type: "styles", target: "styles.xml" },
  ]);
}

function workbook(tables: readonly SheetTable[]): string {
  const sheets = tables.map(({ name, isHidden }, index) => {
    const state = isHidden ? ' state="hidden"' : "";
    return `<sheet name="${escapeMarkup(sheetName(name))}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join("")}</sheets></workbook>`;
}

/** Excel allows 31 characters, not these. */
function sheetName(name: string): string {
  return name.replace(/[[\]:*?/\\]/g, " ").slice(0, 31);
}

/** Concatenated strings live until written; short ones cost the garbage collector nothing. */
const PIECE_CHARACTERS = 65_536;

async function* sheet(table: SheetTable): AsyncGenerator<string, void, void> {
  const letters = table.columns.map((_, index) => columnLetters(index));
  yield (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${table.columns.map(columnTag).join("")}</cols><sheetData>` +
    `<row r="1">${table.columns.map(({ title }, index) => textCell(`${letters[index]}1`, title, STYLE.header)).join("")}</row>`
  );
  let line = 1;
  for await (const rows of table.batches) {
    let xml = "";
    for (const row of rows) {
      line += 1;
      xml += `<row r="${line}">`;
      for (let index = 0; index < row.length; index += 1) {
        const cell = row[index] ?? null;
        if (cell !== null && cell !== "")
          xml += cellTag(
            `${letters[index] ?? columnLetters(index)}${line}`,
            cell,
            table.columns[index],
          );
      }
      xml += "</row>";
      if (xml.length < PIECE_CHARACTERS) continue;
      yield xml;
      xml = "";
    }
    if (xml !== "") yield xml;
  }
  yield "</sheetData></worksheet>";
}

function columnTag({ width, isText }: SheetColumn, index: number): string {
  const style = isText ? ` style="${STYLE.text}"` : "";
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style}/>`;
}

function cellTag(
  reference: string,
  cell: Exclude<SheetCell, null>,
  column: SheetColumn | undefined,
): string {
  if (typeof cell === "string") return textCell(reference, cell, column?.isText ? STYLE.text : 0);
  if ("count" in cell) return `<c r="${reference}"><v>${cell.count}</v></c>`;
  if ("number" in cell)
    return `<c r="${reference}" s="${STYLE.number}"><v>${requireNumber(cell.number)}</v></c>`;
  return `<c r="${reference}" s="${STYLE.date}"><v>${toDayNumber(requireDate(cell.date)) + EXCEL_EPOCH}</v></c>`;
}

/** Excel's day of 1970-01-01. */
const EXCEL_EPOCH = 25_569;

function textCell(reference: string, text: string, style: number): string {
  const format = isFormulaLike(text) ? STYLE.quoted : style;
  const styleAttribute = format === 0 ? "" : ` s="${format}"`;
  const space = EDGE_SPACE.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${reference}"${styleAttribute} t="inlineStr"><is><t${space}>${escapeText(text)}</t></is></c>`;
}

/** Blanks that XML readers drop. */
const EDGE_SPACE = /^\s|\s$|\n|\s\s/;

const UNUSUAL = /[^0-9A-Za-zА-Яа-яЁё .,:;/№«»()-]/;

function escapeText(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  // What looks like an escape is escaped too.
  const clean = dropControlCharacters(text).replace(/_x[0-9A-Fa-f]{4}_/g, "_x005F$&");
  return escapeMarkup(clean.slice(0, 32_767)).replaceAll("\r", "_x000D_");
}

function columnLetters(index: number): string {
  return index < 26
    ? String.fromCharCode(0x41 + index)
    : `${columnLetters(Math.floor(index / 26) - 1)}${columnLetters(index % 26)}`;
}
