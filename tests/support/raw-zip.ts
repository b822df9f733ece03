import { crc32, deflateRawSync } from "node:zlib";

/** Optional fields lie about the content. */
export interface RawZipPart {
  name: string;
  data: Buffer | string;
  declaredBytes?: number;
  flags?: number;
  externalAttributes?: number;
}

/** Archives no tool would make. */
export function rawZip(parts: readonly RawZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const data = Buffer.from(part.data);
    const packed = deflateRawSync(data);
    const name = Buffer.from(part.name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    writeCommon(head, 4, part, data, packed, name);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE((3 << 8) | 20, 4);
    writeCommon(entry, 6, part, data, packed, name);
    entry.writeUInt32LE(part.externalAttributes ?? 0, 38);
    entry.writeUInt32LE(offset, 42);
    bodies.push(head, name, packed);
    directory.push(entry, name);
    offset += head.length + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, entries, end]);
}

function writeCommon(
  target: Buffer,
  at: number,
  part: RawZipPart,
  data: Buffer,
  packed: Buffer,
  name: Buffer,
): void {
  target.writeUInt16LE(20, at);
  target.writeUInt16LE(part.flags ?? 0, at + 2);
  target.writeUInt16LE(8, at + 4);
  target.writeUInt16LE(0x0021, at + 8);
  target.writeUInt32LE(crc32(data), at + 10);
  target.writeUInt32LE(packed.length, at + 14);
  target.writeUInt32LE(part.declaredBytes ?? data.length, at + 18);
  target.writeUInt16LE(name.length, at + 22);
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export interface RawWorkbook {
  /** XML inside `<sheetData>`. */
  rows: string;
  /** XML of `<cols>`. */
  columns?: string;
  sharedStrings?: string;
  /** XML of `<cellXfs>` and custom formats. */
  styles?: string;
  workbookProperties?: string;
  sheetHead?: string;
  extraParts?: RawZipPart[];
  sheetPart?: Partial<RawZipPart>;
  contentTypes?: string;
}

export function rawWorkbook(book: RawWorkbook): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (items: string) => `<Relationships xmlns="x">${items}</Relationships>`;
  return rawZip([
    {
      name: "[Content_Types].xml",
      data:
        book.contentTypes ??
        '<Types><Default ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    },
    { name: "_rels/.rels", data: relations(relation("r0", "officeDocument", "xl/workbook.xml")) },
    {
      name: "xl/workbook.xml",
      data: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${book.workbookProperties ?? ""}<sheets><sheet name="Лист1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      data: relations(
        relation("r1", "worksheet", "worksheets/sheet1.xml") +
          relation("r2", "sharedStrings", "sharedStrings.xml") +
          relation("r3", "styles", "styles.xml"),
      ),
    },
    ...(book.sharedStrings === undefined
      ? []
      : [{ name: "xl/sharedStrings.xml", data: `<sst>${book.sharedStrings}</sst>` }]),
    ...(book.styles === undefined
      ? []
      : [{ name: "xl/styles.xml", data: `<styleSheet>${book.styles}</styleSheet>` }]),
    {
      name: "xl/worksheets/sheet1.xml",
      data: `${book.sheetHead ?? ""}<worksheet xmlns="${MAIN}">${book.columns ?? ""}<sheetData>${book.rows}</sheetData></worksheet>`,
      ...book.sheetPart,
    },
    ...(book.extraParts ?? []),
  ]);
}

/** Media type first, unpacked. */
export function openDocument(): Buffer {
  const name = Buffer.from("mimetype");
  const kind = Buffer.from("application/vnd.oasis.opendocument.spreadsheet");
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt32LE(kind.length, 18);
  head.writeUInt32LE(kind.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, kind, rawZip([{ name: "content.xml", data: "<x/>" }])]);
}
