import { SpreadsheetError } from "./spreadsheet-error.ts";
import { scanXml } from "./xml-scanner.ts";
import type { ZipArchive } from "./zip-archive.ts";

/** Of cells: a sheet of a chart is none. */
export interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
  /** The person looked at it when he saved the book. */
  readonly isActive: boolean;
}

export interface WorkbookMap {
  /** In the order of their tabs. */
  sheets: readonly Sheet[];
  sheetPath: string;
  sharedStringsPath: string | null;
  uses1904: boolean;
  /** By a cell's style number. */
  dateStyles: boolean[];
}

/** @throws SpreadsheetError: no workbook, or macros. */
export async function readWorkbookMap(
  archive: ZipArchive,
  preferredSheet: string,
): Promise<WorkbookMap> {
  if (archive.names.some((name) => /vbaProject|xl\/macrosheets\//i.test(name)))
    throw new SpreadsheetError("macros");
  const workbookPath = await findWorkbookPath(archive);
  const workbook = await readWorkbook(archive, workbookPath);
  const relations = await readRelations(archive, workbookPath);
  const sheets = workbook.sheets.flatMap(({ relationId, ...sheet }) => {
    const found = relations.find(({ id }) => id === relationId);
    return found?.type.endsWith("/worksheet") && archive.has(found.target)
      ? [{ ...sheet, path: found.target }]
      : [];
  });
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const sheet =
    sheets.find(({ name }) => isSameSheet(name, preferredSheet)) ??
    visible.find(({ isActive }) => isActive) ??
    visible[0] ??
    sheets[0];
  if (!sheet) throw new SpreadsheetError("no_sheet");
  const byType = (type: string) =>
    relations.find(
      (relation) => relation.type.endsWith(`/${type}`) && archive.has(relation.target),
    );
  return {
    sheets,
    sheetPath: sheet.path,
    sharedStringsPath: byType("sharedStrings")?.target ?? null,
    uses1904: workbook.uses1904,
    dateStyles: await readDateStyles(archive, byType("styles")?.target ?? null),
  };
}

/** As Excel compares names of sheets. */
export function isSameSheet(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

interface Relation {
  id: string;
  type: string;
  target: string;
}

async function findWorkbookPath(archive: ZipArchive): Promise<string> {
  if (!archive.has("[Content_Types].xml")) throw new SpreadsheetError("not_a_table");
  const types = await archive.readText("[Content_Types].xml");
  if (/macroEnabled/i.test(types)) throw new SpreadsheetError("macros");
  const root = archive.has("_rels/.rels") ? await readRelations(archive, "") : [];
  const path =
    root.find(({ type }) => type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml";
  if (!archive.has(path) || !/spreadsheetml/i.test(types))
    throw new SpreadsheetError("not_a_table");
  return path;
}

async function readWorkbook(archive: ZipArchive, path: string) {
  const sheets: { name: string; relationId: string; isHidden: boolean; isActive: boolean }[] = [];
  let uses1904 = false;
  let active = 0;
  scanXml(await archive.readText(path), {
    open(name, tag) {
      if (name === "workbookPr") uses1904 = /^(?:1|true)$/.test(tag.attribute("date1904") ?? "");
      if (name === "workbookView") active = Number(tag.attribute("activeTab") ?? "0");
      if (name !== "sheet") return;
      const isHidden = (tag.attribute("state") ?? "visible") !== "visible";
      sheets.push({
        name: tag.attribute("name") ?? "",
        relationId: tag.attribute("id") ?? "",
        isHidden,
        // Views stand before sheets.
        isActive: sheets.length === active,
      });
    },
  });
  return { sheets, uses1904 };
}

/** Drops external targets. */
async function readRelations(archive: ZipArchive, partPath: string): Promise<Relation[]> {
  const folder = partPath.includes("/") ? partPath.slice(0, partPath.lastIndexOf("/") + 1) : "";
  const path = `${folder}_rels/${partPath.slice(folder.length)}.rels`;
  if (!archive.has(path)) throw new SpreadsheetError("damaged");
  const relations: Relation[] = [];
  scanXml(await archive.readText(path), {
    open(name, tag) {
      if (name !== "Relationship" || tag.attribute("TargetMode") === "External") return;
      const target = tag.attribute("Target") ?? "";
      relations.push({
        id: tag.attribute("Id") ?? "",
        type: tag.attribute("Type") ?? "",
        target: target.startsWith("/") ? target.slice(1) : joinPath(folder, target),
      });
    },
  });
  return relations;
}

function joinPath(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${target}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

async function readDateStyles(archive: ZipArchive, path: string | null): Promise<boolean[]> {
  if (path === null) return [];
  const customDates = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isInsideCellStyles = false;
  scanXml(await archive.readText(path), {
    open(name, tag) {
      const formatId = Number(tag.attribute("numFmtId") ?? "0");
      if (name === "numFmt")
        customDates.set(formatId, isDateFormat(tag.attribute("formatCode") ?? ""));
      else if (name === "cellXfs") isInsideCellStyles = true;
      else if (name === "xf" && isInsideCellStyles)
        styles.push(customDates.get(formatId) ?? isBuiltInDate(formatId));
    },
    close(name) {
      if (name === "cellXfs") isInsideCellStyles = false;
    },
  });
  return styles;
}

/** 14–17 and 22 are dates, 27–36 and 50–58 East Asian dates. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
}

/** Excel's limit; the pattern below is quadratic in open brackets. */
const MAX_FORMAT_CHARACTERS = 255;

/** A day or year outside quotes, brackets and escapes. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(
    code.slice(0, MAX_FORMAT_CHARACTERS).replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, ""),
  );
}
