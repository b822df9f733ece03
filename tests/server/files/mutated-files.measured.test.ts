import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { takeScan, type ScanType } from "#server/files/scans.ts";
import { AppError } from "#server/http/app-error.ts";
import { readTemplateFile } from "#server/modules/document-templates/template-file.ts";
import { readFile } from "#server/modules/registries/file-reading/read-file.ts";
import { readableFile } from "#server/modules/registries/index.ts";
import type { Upload } from "#server/http/uploads.ts";
import { crowding } from "#tests/support/crowding.ts";
import { CONTRACT_DOCX } from "#tests/support/docx-file.ts";
import {
  accountingPayroll,
  bankList,
  logisticsSheet,
  rivalsCsv,
  sheetOfTwoTables,
} from "#tests/support/dirty-files.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import { rawWorkbook, rawZip } from "#tests/support/raw-zip.ts";
import { registryCsv } from "#tests/support/registry-desk.ts";
import { seededRandom, type SeededRandom } from "#tests/support/seeded-random.ts";
import { unzip } from "#tests/support/unzip.ts";

/** `npm run test:long` takes 2000. */
const MUTATIONS = Number(process.env["MUTATIONS"] ?? 200);
/**
 * Per file and of the event loop, ms. The long run has a free machine; in the ordinary one starting
 * a thread alone stalls the loop for 50 ms.
 */
const [MOST_MS, MOST_STALL_MS] = MUTATIONS > 200 ? [2_000, 50] : [6_000, 400];
/** A loaded machine stalls the loop at times, a bad file always. */
const TRIES = 3;

const { columns } = REGISTRY_KINDS.payroll;
const TYPES: readonly ScanType[] = [
  "application/pdf",
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/heic",
];

type Read = (upload: Upload) => Promise<unknown>;
const table: Read = (upload) => readableFile(columns, upload);
/** As the page of an upload does: what the columns are taken for, then every row by it. */
const foreignTable: Read = async (upload) => {
  const { choices } = await readFile(columns, upload, {
    now: new Date("2026-03-10T09:00:00Z"),
    isPasted: false,
  });
  return readableFile(columns, upload, "file", choices);
};
const template: Read = (upload) => readTemplateFile(upload, "CONTRACT");
const scan: Read = (upload) => takeScan(upload, TYPES, { file: ["Не картинка"] });

let folder: string;
let files: readonly { readonly name: string; readonly bytes: Buffer; readonly read: Read }[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mutated-"));
  const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: "#963" } });
  const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (cells: readonly string[]) => `<row>${cells.map(inline).join("")}</row>`;
  files = [
    {
      name: "xlsx",
      bytes: rawWorkbook({
        rows:
          row(columns.map(({ title }) => title)) +
          row(columns.map((_, index) => `значение ${index}`)).repeat(20),
        sharedStrings: "<si><t>общая</t></si><si><r><t>из</t></r><r><t>двух</t></r></si>",
        styles: `<numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`,
      }),
      read: table,
    },
    {
      name: "csv",
      bytes: Buffer.from(registryCsv("payroll", [{ comment: 'a"b' }, {}, { inn: "1" }])),
      read: table,
    },
    ...[accountingPayroll, logisticsSheet, bankList, rivalsCsv, sheetOfTwoTables].map((make) => {
      const { name, bytes } = make(makePayrollWorkers(3), "2026-03-10");
      return { name, bytes, read: foreignTable };
    }),
    { name: "docx", bytes: CONTRACT_DOCX, read: template },
    {
      name: "pdf",
      bytes: Buffer.from(`%PDF-1.7\n${"1 0 obj <<>> endobj\n".repeat(50)}%%EOF`),
      read: scan,
    },
    {
      name: "jpeg",
      bytes: await picture
        .clone()
        .withExif({ IFD0: { Artist: "x" } })
        .jpeg()
        .toBuffer(),
      read: scan,
    },
    { name: "png", bytes: await picture.clone().png().toBuffer(), read: scan },
    {
      name: "webp",
      bytes: await picture
        .clone()
        .withExif({ IFD0: { Artist: "x" } })
        .webp()
        .toBuffer(),
      read: scan,
    },
    { name: "heic", bytes: heic(), read: scan },
  ];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The beginning of an iPhone picture: brand and places of its parts. */
function heic(): Buffer {
  return Buffer.from(
    "0000001466747970686569630000000068656963" +
      "0000004a6d65746100000000" +
      "0000002369696e660000000000010000001569 6e66650200000000010000457869660000".replaceAll(
        " ",
        "",
      ) +
      "0000001e696c6f6301000000440000010001000000000001000000600000001000",
    "hex",
  );
}

const PIECES = [
  ">",
  "<",
  '"',
  "'",
  "&#xD800;",
  "_xD800_",
  "\0",
  "<!--",
  "<![CDATA[",
  "<?",
  "{{",
  "}}",
  "(",
  ";",
  "\n",
  "<w:p>",
  '<w:ilvl w:val="999999999"/>',
  "\xff\xd8",
  "=HYPERLINK(",
];

function mutate(random: SeededRandom, bytes: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  const end = at + random.below(Math.min(64, bytes.length - at) + 1);
  switch (random.below(5)) {
    case 0: {
      const copy = Buffer.from(bytes);
      for (let left = 1 + random.below(8); left > 0; left -= 1)
        copy[random.below(copy.length)] = random.pick([0, 0xff, 0x80, 0x3c, random.below(256)]);
      return copy;
    }
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    case 2:
      return bytes.subarray(0, at);
    case 3:
      return Buffer.concat([
        bytes.subarray(0, end),
        ...Array.from({ length: random.below(2_000) }, () => bytes.subarray(at, end)),
        bytes.subarray(end),
      ]);
    default: {
      const piece = random.pick(PIECES);
      const long = piece.repeat(random.pick([1, 3, Math.ceil(100_000 / piece.length)]));
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(long, "latin1"),
        bytes.subarray(at),
      ]);
    }
  }
}

/** Changes a part inside an archive: checksums catch any other change. */
function mutateFile(random: SeededRandom, bytes: Buffer): Buffer {
  if (bytes.readUInt16LE(0) !== 0x4b50 || random.below(4) === 0) return mutate(random, bytes);
  const parts = [...unzip(bytes)].map(([name, data]) => ({ name, data }));
  const chosen = random.below(parts.length);
  return rawZip(
    parts.map((part, index) =>
      index === chosen ? { ...part, data: mutate(random, part.data) } : part,
    ),
  );
}

interface Reading {
  readonly refusal: unknown;
  readonly ms: number;
  readonly stallMs: number;
}

async function measure(read: Read, path: string): Promise<Reading> {
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const startedAt = performance.now();
  const refusal: unknown = await read({ path, fileName: "file" } as Upload).then(
    () => null,
    (error: unknown) => error,
  );
  stalls.disable();
  return { refusal, ms: performance.now() - startedAt, stallMs: stalls.max / 1e6 };
}

test(`${MUTATIONS} broken files are each answered in time, beside the event loop`, async () => {
  const random = seededRandom(26);
  const path = join(folder, "file");
  let longest = { ms: 0, stallMs: 0 };
  const slower = crowding();
  const [mostMs, mostStallMs] = [MOST_MS * slower, MOST_STALL_MS * slower];
  for (let index = 0; index < MUTATIONS; index += 1) {
    const { name, bytes, read } = random.pick(files);
    await writeFile(path, mutateFile(random, bytes));
    let reading = await measure(read, path);
    for (let left = TRIES - 1; left > 0; left -= 1)
      if (reading.ms > mostMs || reading.stallMs > mostStallMs) reading = await measure(read, path);
    const { refusal, ms, stallMs } = reading;
    const which = `file ${index}, ${name}`;
    if (refusal !== null) expect(refusal, which).toBeInstanceOf(AppError);
    expect(ms, which).toBeLessThan(mostMs);
    expect(stallMs, which).toBeLessThan(mostStallMs);
    longest = { ms: Math.max(longest.ms, ms), stallMs: Math.max(longest.stallMs, stallMs) };
  }
  console.info(
    `the longest: ${longest.ms.toFixed()} ms, ${longest.stallMs.toFixed()} ms of the loop`,
  );
}, 1_800_000);
