import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BLACKLIST_COLUMNS, validateBlacklistRow } from "#contract/blacklist/blacklist-rows.ts";
import {
  MASS_ARBITRATE_COLUMNS,
  validateMassArbitrateRow,
} from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import { matchHeader } from "#contract/registries/registry-columns.ts";
import { parseAmount } from "#contract/values/money.ts";
import { readBlocks } from "#server/files/docx/docx-blocks.ts";
import { fillBlocks, placeholdersOf } from "#server/files/docx/placeholders.ts";
import { plainHeic } from "#server/files/heic.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { scanXml, XmlScanner } from "#server/files/spreadsheet/xml-scanner.ts";
import { readJobIdent } from "#server/modules/jobs/job-ident.ts";
import { ROW_KINDS } from "#server/modules/registries/row-kinds.ts";
import { crowding } from "#tests/support/crowding.ts";

/** Growth of time for ten times the text; a quadratic reader reaches 100. */
const MOST_GROWTH = 12;
/** Shorter times are noise of a loaded machine. */
const NOISE_MS = 50;

async function timeOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await Promise.resolve(work()).catch(() => undefined);
  return performance.now() - startedAt;
}

/** Compares the shortest of up to five rounds, because a loaded machine is slow at times. */
async function expectLinear(
  sizes: readonly number[],
  work: (size: number) => () => unknown,
): Promise<void> {
  const times = sizes.map(() => Number.POSITIVE_INFINITY);
  const isLinear = () =>
    times.every(
      (ms, index) => index === 0 || ms < MOST_GROWTH * Math.max(times[index - 1] ?? 0, NOISE_MS),
    );
  for (let round = 0; round < 5; round += 1) {
    for (const [index, size] of sizes.entries())
      times[index] = Math.min(times[index] ?? 0, await timeOf(work(size)));
    if (isLinear()) return;
  }
  expect.fail(`${sizes.join(", ")} characters took ${times.join(", ")} ms`);
}

/** The shortest of up to five runs. */
async function shortestOf(work: () => unknown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && shortest > MOST_CELL_MS; run += 1)
    shortest = Math.min(shortest, await timeOf(work));
  return shortest;
}

const attempt = (work: () => unknown) => () => {
  try {
    return work();
  } catch {
    // A refusal is an answer.
    return null;
  }
};

/** A text of `size` characters whose token never ends. */
const TOKENS: Readonly<Record<string, (size: number) => string>> = {
  "a quote that stays open": (size) => `<p a="${">".repeat(size)}`,
  "tag ends inside an attribute": (size) => `<p a="${">".repeat(size)}"/>`,
  "quotes of two kinds": (size) => `<p a='${'">'.repeat(size / 2)}'/>`,
  "a thousand attributes": (size) => `<p ${'a="" '.repeat(size / 5)}/>`,
  "attributes without an end": (size) => `<p ${'a="" '.repeat(size / 5)}`,
  "a tail of beginnings": (size) => `<p>x</p>${"<".repeat(size)}`,
  "a tail of closing tags": (size) => "</".repeat(size / 2),
  "a name without an end": (size) => `<${"p".repeat(size)}`,
  "a comment without an end": (size) => `<!--${"-".repeat(size)}`,
  "CDATA without an end": (size) => `<![CDATA[${"]".repeat(size)}`,
  "an instruction without an end": (size) => `<?x ${"?".repeat(size)}`,
  comments: (size) => "<!---->".repeat(size / 7),
  entities: (size) => `<p>${"&#48;".repeat(size / 5)}</p>`,
  "entities without an end": (size) => `<p>${"&#".repeat(size / 2)}</p>`,
  "open braces": (size) => `<p><t>${"{{".repeat(size / 2)}</t></p>`,
  "fields without an end": (size) => `<p><t>${"{{a ".repeat(size / 4)}</t></p>`,
  "fields cut into pieces": (size) => `<p>${"<r><t>{{a</t></r>".repeat(size / 17)}</p>`,
};

const SIZES = [10_000, 100_000, 1_000_000];
const nothing = () => undefined;

describe.each(Object.entries(TOKENS))("%s", (_, text) => {
  test("is scanned in the time of its length, whole and by pieces", async () => {
    await expectLinear(SIZES, (size) => {
      const xml = text(size);
      return attempt(() => scanXml(xml, { open: (__, tag) => void tag.attribute("z") }));
    });
    await expectLinear(SIZES, (size) => {
      const xml = text(size);
      return attempt(() => {
        const scanner = new XmlScanner({ open: nothing, close: nothing, text: nothing });
        for (let at = 0; at < xml.length; at += 8_000) scanner.write(xml.slice(at, at + 8_000));
        scanner.end();
      });
    });
  });

  test("is a document read in the time of its length", async () => {
    await expectLinear(SIZES, (size) => {
      const parts = new Map([["word/document.xml", Buffer.from(text(size))]]);
      return attempt(() => {
        placeholdersOf(parts);
        fillBlocks(readBlocks(parts), {});
      });
    });
  });
});

describe("a text table", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hostile-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each<readonly [string, (size: number) => string]>([
    ["of a quote that stays open", (size) => `a;b\n"${"\n".repeat(size)}`],
    ["of quotes", (size) => `a;b\n${'"'.repeat(size)}`],
    ["of doubled quotes", (size) => `a;b\n"${'""'.repeat(size / 2)}"`],
    ["of one line", (size) => `a;b\n${"x".repeat(size)}`],
    ["of cells", (size) => `a;b\n${";".repeat(size)}`],
    ["of references", (size) => `a;b\n${"&#1240;".repeat(size / 7)}`],
  ])("%s is read in the time of its length", async (_, text) => {
    for (const size of SIZES) await writeFile(join(folder, String(size)), text(size));
    await expectLinear(SIZES, (size) => async () => {
      for await (const __ of readSpreadsheet(join(folder, String(size)), ""));
    });
  });
});

test("a picture whose table claims the same bytes again and again is read in the time of its length", async () => {
  await expectLinear(SIZES, (size) => {
    const file = overlappingHeic(size);
    return () => plainHeic(file);
  });
});

/** `iloc` entries that each claim the whole file as camera metadata. */
function overlappingHeic(size: number): Buffer {
  const box = (name: string, ...parts: readonly Buffer[]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
    head.write(name, 4, "latin1");
    return Buffer.concat([head, ...parts]);
  };
  const infe = box("infe", Buffer.from("02000000000100004578696600", "hex"));
  const iinf = box("iinf", Buffer.from("000000000001", "hex"), infe);
  const entry = Buffer.from("00010000000100000000ffffffff", "hex");
  const count = Math.min(Math.floor(size / entry.length), 65_535);
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x4400, 4);
  head.writeUInt16BE(count, 6);
  const iloc = box("iloc", head, ...Array.from({ length: count }, () => entry));
  return Buffer.concat([
    box("ftyp", Buffer.from("heic\0\0\0\0")),
    box("meta", Buffer.alloc(4), iinf, iloc),
    Buffer.alloc(size),
  ]);
}

/** Longest accepted cells, built to make patterns backtrack. */
const CELLS: readonly string[] = [
  " ",
  "\u00a0",
  "1",
  "(",
  "[",
  "1 ",
  "1 000 ",
  "1,",
  ".",
  "@",
  "a@a.",
  "-",
  "+7 ",
  "З - ",
  "руб ",
  "₽ ",
  "а ",
  "А.",
  "д. ",
  "01.",
  "'",
  "=",
  ":",
  "INVALID_",
  "Республика ",
].flatMap((piece) => {
  const long = piece.repeat(Math.floor(32_000 / piece.length));
  return [`${long}!`, `1${long}!`, `з${long}!`, `a@${long} `];
});
/** A quadratic pattern takes half a second or more. */
const MOST_CELL_MS = 100 * crowding();

describe("the longest cell is read at once", () => {
  const rules = [
    [
      "black list",
      BLACKLIST_COLUMNS,
      (row: string[]) => validateBlacklistRow(row, { today: "2026-01-01", uses1904: false }),
    ],
    ["mass change", MASS_ARBITRATE_COLUMNS, validateMassArbitrateRow],
    ...Object.entries(ROW_KINDS).map(
      ([name, kind]) =>
        [name, kind.columns, (row: string[]) => kind.reader("2026-01-01")(row, undefined)] as const,
    ),
  ] as const;
  test.each(rules)("in %s", async (_, columns, read) => {
    for (const cell of CELLS)
      for (let at = 0; at < columns.length; at += 1) {
        const row = columns.map((__, index) => (index === at ? cell : ""));
        const ms = await shortestOf(() => (read as (row: string[]) => unknown)(row));
        expect(ms, `${columns[at]?.title}: ${cell.slice(0, 9)}`).toBeLessThan(MOST_CELL_MS);
      }
  });

  test("as a header, a sum and a number of a job", async () => {
    for (const cell of CELLS)
      for (const read of [
        () => matchHeader(BLACKLIST_COLUMNS, [cell]),
        () => parseAmount(cell),
        () => readJobIdent(cell),
      ])
        expect(await shortestOf(attempt(read)), cell.slice(0, 9)).toBeLessThan(MOST_CELL_MS);
  });
});
