import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import type { SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import { encodeWindows1251 } from "#server/files/spreadsheet/windows-1251.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import { seededRandom, type SeededRandom } from "#tests/support/seeded-random.ts";

const TABLES = 2_000;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dialects-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Cells = readonly string[];

/** Our writer's file, or the same table as another program writes it. */
interface Dialect {
  readonly name: string;
  /** Signs besides letters, digits and ASCII that its encoding has. */
  readonly signs: string;
  /** `\r` files keep no `\n` inside a cell: it is a space there. */
  readonly hasBreaks: boolean;
  write(rows: readonly Cells[]): Promise<Buffer>;
}

function tableOf([head = [], ...rows]: readonly Cells[]): SheetTable {
  return {
    name: "Ведомость",
    columns: head.map((title) => ({ title, width: 20, isText: true })),
    batches: [rows],
  };
}

async function joined(pieces: AsyncGenerator<Buffer, void, void>): Promise<Buffer> {
  const buffers: Buffer[] = [];
  for await (const piece of pieces) buffers.push(piece);
  return Buffer.concat(buffers);
}

/** Cells that need it stand in quotes; nothing else is changed. */
function textOf(rows: readonly Cells[], delimiter: string, newline: string): string {
  const quoted = (cell: string) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((cells) => cells.map(quoted).join(delimiter) + newline).join("");
}

/** The inverse of a decoder of single bytes. */
function encoderOf(label: string): (text: string) => Buffer {
  const signs = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const byteOf = new Map([...signs].map((sign, byte) => [sign, byte]));
  return (text) =>
    Buffer.from(
      [...text].map((sign) => {
        const byte = byteOf.get(sign);
        if (byte === undefined) throw new Error(`${label} has no ${sign}`);
        return byte;
      }),
    );
}

const ENCODINGS: readonly (readonly [string, signs: string, (text: string) => Buffer])[] = [
  ["utf-8", "«»№–ӘҚ₽", (text) => Buffer.from(text)],
  ["utf-8 with a mark", "«»№–ӘҚ₽", (text) => Buffer.from(`\uFEFF${text}`)],
  ["utf-16le", "«»№–ӘҚ₽", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")],
  ["utf-16be", "«»№–ӘҚ₽", (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
  ["utf-16le without a mark", "№", (text) => Buffer.from(text, "utf16le")],
  ["utf-16be without a mark", "№", (text) => Buffer.from(text, "utf16le").swap16()],
  ["windows-1251", "«»№–", encodeWindows1251],
  ["ibm866", "№", encoderOf("ibm866")],
  ["x-mac-cyrillic", "«»№–", encoderOf("x-mac-cyrillic")],
];

const DIALECTS: readonly Dialect[] = [
  {
    name: "our XLSX",
    signs: "«»№–ӘҚ₽",
    hasBreaks: true,
    write: (rows) => joined(writeXlsx([tableOf(rows)])),
  },
  {
    name: "our CSV",
    // It writes «руб.» for the sign of a ruble, which windows-1251 has not.
    signs: "«»№–ӘҚ",
    hasBreaks: true,
    write: (rows) => joined(writeCsv(tableOf(rows))),
  },
  {
    name: "our CSV in UTF-8",
    signs: "«»№–ӘҚ₽",
    hasBreaks: true,
    write: (rows) => joined(writeCsv(tableOf(rows), { encoding: "utf-8" })),
  },
  ...ENCODINGS.flatMap(([encoding, signs, encode]) =>
    [";", ",", "\t", "|"].flatMap((delimiter) =>
      ["\n", "\r\n", "\r"].map((newline) => ({
        name: JSON.stringify([encoding, delimiter, newline]),
        signs,
        hasBreaks: newline === "\n",
        write: (rows: readonly Cells[]) =>
          Promise.resolve(encode(textOf(rows, delimiter, newline))),
      })),
    ),
  ),
];

const HEAD = [
  "ИНН исполнителя",
  "ФИО исполнителя",
  "Код услуги",
  "Сумма",
  "Текст для чека",
  "Дата начала работ",
  "Комментарий",
] as const;

const WORDS = "Уборка снега Разгрузка товара Ёлкин Пётр смена склад объезд щит чай юг цех".split(
  " ",
);
const PUNCTUATION = [...' .,;|:/()!%№\'""-+=@\t'];

/** Without spaces at its ends: people do not see them, and our writer's formula mark neither. */
function aText(random: SeededRandom, { signs, hasBreaks }: Dialect): string {
  let text = random.below(8) === 0 ? random.pick(PUNCTUATION) : random.pick(WORDS);
  for (let left = random.below(7); left > 0; left -= 1) {
    const kind = random.below(10);
    if (kind < 4) text += ` ${random.pick(WORDS)}`;
    else if (kind < 7) text += random.pick(PUNCTUATION);
    else if (kind < 8) text += random.pick([...signs]);
    else text += String(random.below(1_000));
  }
  // A break beside delimiters may be a swallowed row, which is refused.
  const isBroken = hasBreaks && random.below(12) === 0 && !/[;,|\t]/.test(text);
  const whole = random.below(6) === 0 ? `"${text}"` : text;
  // An apostrophe before a formula is Excel's own mark, and is taken off.
  return (isBroken ? whole.replace(" ", "\n") : whole).trim().replace(/^['\s]+/, "");
}

function aRow(random: SeededRandom, dialect: Dialect): Cells {
  const digits = (count: number) =>
    Array.from({ length: count }, () => String(random.below(10))).join("");
  const day = `${String(1 + random.below(28)).padStart(2, "0")}.11.2026`;
  return [
    digits(12),
    `${random.pick(WORDS)} ${random.pick(WORDS)}`,
    digits(4),
    `${random.below(100_000)},${digits(2)}`,
    aText(random, dialect),
    day,
    random.below(3) === 0 ? "" : aText(random, dialect),
  ];
}

/** Columns of a file are some of the known ones, in any order. */
function aTable(random: SeededRandom, dialect: Dialect): readonly Cells[] {
  const places = HEAD.map((_, place) => place).sort(() => random.below(3) - 1);
  const taken = places.slice(0, 2 + random.below(HEAD.length - 1));
  const rows = Array.from({ length: 1 + random.below(12) }, () => aRow(random, dialect));
  return [HEAD, ...rows]
    .map((cells) => taken.map((place) => cells[place] ?? ""))
    .filter((cells) => cells.some((cell) => cell !== ""));
}

async function read(path: string, width: number): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readSpreadsheet(path, ""))
    for (const { cells } of batch)
      rows.push(
        [...cells, ...Array<string>(width).fill("")].slice(0, Math.max(width, cells.length)),
      );
  return rows;
}

test("2 000 random tables read back as they were written, in every encoding, delimiter and line end", async () => {
  const path = join(folder, "table");
  for (let seed = 1; seed <= TABLES; seed += 1) {
    const random = seededRandom(seed);
    const dialect = DIALECTS[seed % DIALECTS.length] as Dialect;
    const rows = aTable(random, dialect);
    await writeFile(path, await dialect.write(rows));
    const back = await read(path, rows[0]?.length ?? 0);
    expect(back, `seed ${seed}, ${dialect.name}`).toEqual(rows);
  }
});
