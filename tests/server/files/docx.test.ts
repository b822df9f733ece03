import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLE_VALUES } from "#contract/document-templates/template-fields.ts";
import { paragraphsOf, readBlocks } from "#server/files/docx/docx-blocks.ts";
import { readDocxPackage } from "#server/files/docx/docx-package.ts";
import { fillDocx } from "#server/files/docx/fill-docx.ts";
import { fillBlocks, placeholdersOf } from "#server/files/docx/placeholders.ts";
import { CONTRACT_DOCX, docxFile, p } from "#tests/support/docx-file.ts";
import { rawZip } from "#tests/support/raw-zip.ts";
import { unzip } from "#tests/support/unzip.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docx-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Buffer) {
  const path = join(folder, "template.docx");
  await writeFile(path, content);
  return readDocxPackage(path);
}

const linesOf = (blocks: ReturnType<typeof readBlocks>) =>
  blocks
    .flatMap(paragraphsOf)
    .map(({ marker, runs }) =>
      [marker, runs.map(({ text }) => text).join("")].filter(Boolean).join(" "),
    );
const EXTERNAL = (type: string) =>
  `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="https://evil.example/x" TargetMode="External"/>`;

describe("files made to harm are refused, each with what to do", () => {
  const big = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024, "<w:p/>");
  test.each<readonly [string, () => Buffer, RegExp]>([
    ["text called docx", () => Buffer.from("Договор"), /не документ Word/],
    [
      "a document of Word 97 or a protected one",
      () => Buffer.from("d0cf11e0a1b11ae1", "hex"),
      /защищён паролем/,
    ],
    ["half a file", () => CONTRACT_DOCX.subarray(0, CONTRACT_DOCX.length / 2), /повреждён/],
    [
      "an archive of something else",
      () => rawZip([{ name: "readme.txt", data: "hello" }]),
      /не документ Word/,
    ],
    [
      "a workbook under the name of a document",
      () =>
        docxFile({
          body: p("x"),
          mainType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        }),
      /не документ Word/,
    ],
    [
      "macros",
      () => docxFile({ body: p("x"), more: [{ name: "word/vbaProject.bin", data: "x" }] }),
      /макросы/,
    ],
    [
      "a document with macros by its type",
      () =>
        docxFile({
          body: p("x"),
          mainType: "application/vnd.ms-word.document.macroEnabled.main+xml",
        }),
      /макросы/,
    ],
    [
      "an embedded program",
      () =>
        docxFile({ body: p("x"), more: [{ name: "word/embeddings/oleObject1.bin", data: "x" }] }),
      /вложенные объекты/,
    ],
    [
      "another document pulled in",
      () => docxFile({ body: `<w:altChunk r:id="rId5"/>` }),
      /вложенные объекты/,
    ],
    [
      "a picture from the internet",
      () => docxFile({ body: p("x"), relationships: EXTERNAL("image") }),
      /ссылается на другие файлы/,
    ],
    [
      "a template from the internet",
      () => docxFile({ body: p("x"), relationships: EXTERNAL("attachedTemplate") }),
      /ссылается на другие файлы/,
    ],
    [
      "a field that starts a program, cut into pieces",
      () =>
        docxFile({
          body: `<w:p><w:r><w:instrText>DDEAU</w:instrText></w:r><w:r><w:instrText>TO c:\\\\cmd.exe</w:instrText></w:r></w:p>`,
        }),
      /ссылается на другие файлы/,
    ],
    [
      "entities that multiply",
      () =>
        rawZip([
          ...[..."ab"].map((name) => ({ name, data: "x" })),
          { name: "[Content_Types].xml", data: "wordprocessingml.document.main+xml" },
          { name: "word/document.xml", data: `<!DOCTYPE x [<!ENTITY a "aa">]><x>&a;</x>` },
        ]),
      /не документ Word|собран неправильно/,
    ],
    [
      "a document type in a part of its own",
      () =>
        docxFile({
          body: p("x"),
          more: [
            {
              name: "word/settings.xml",
              data: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>`,
            },
          ],
        }),
      /собран неправильно/,
    ],
    [
      "endless nesting",
      () => docxFile({ body: "<w:p>".repeat(5000) + "</w:p>".repeat(5000) }),
      /собран неправильно/,
    ],
    [
      "a bomb",
      () => docxFile({ body: p("x"), more: [{ name: "word/media/image1.png", data: big(50) }] }),
      /слишком большой после распаковки/,
    ],
    [
      "a bomb that lies about its size",
      () =>
        docxFile({
          body: p("x"),
          more: [{ name: "word/media/image1.png", data: big(50), declaredBytes: 10 }],
        }),
      /слишком большой|повреждён|собран/,
    ],
    [
      "a path out of the archive",
      () => docxFile({ body: p("x"), more: [{ name: "../../etc/cron.d/x", data: "x" }] }),
      /собран неправильно/,
    ],
  ])("%s", async (_, make, message) => {
    await expect(read(make())).rejects.toThrow(message);
  });

  test("a link to a site is no harm", async () => {
    expect(
      (await read(docxFile({ body: p("x"), relationships: EXTERNAL("hyperlink") }))).has(
        "word/document.xml",
      ),
    ).toBe(true);
  });
});

describe("honest documents", () => {
  test("say their text in order, with numbers of lists, headings, tables and fields put together", async () => {
    const blocks = readBlocks(await read(CONTRACT_DOCX));
    expect(blocks[0]).toMatchObject({ kind: "paragraph", level: 1, align: "center" });
    expect(blocks.at(-1)).toMatchObject({
      kind: "table",
      rows: [
        [[{ runs: [{ text: "Телефон" }] }], [{ runs: [{ text: "{{исполнитель_телефон}}" }] }]],
      ],
    });
    expect(linesOf(fillBlocks(blocks, EXAMPLE_VALUES))).toEqual([
      "Договор № 15 от 05.03.2026",
      "Заказчик Общество с ограниченной ответственностью «Пример», ИНН 7700000000, и исполнитель Иванов Иван Иванович, ИНН 770000000000, договорились:",
      "1. Исполнитель оказывает услуги.",
      "1.1. По заявкам заказчика.",
      "Телефон",
      "+7 (900) 000 00 00",
    ]);
  });

  test("a field is a word: whatever else stands in braces is told, in hidden parts too", async () => {
    const hidden = `<mc:AlternateContent><mc:Choice><w:t>ok</w:t></mc:Choice><mc:Fallback><w:t>{{@исполнитель_фио}}</w:t></mc:Fallback></mc:AlternateContent>`;
    const parts = await read(
      docxFile({
        body:
          p("{{#список}}{{1+1}}{{/список}}") +
          p("{{constructor.constructor('return process')()}}") +
          hidden,
        more: [{ name: "docProps/core.xml", data: "<x>{{в_свойствах}}</x>" }],
      }),
    );
    expect(placeholdersOf(parts).names).toEqual([
      "#список",
      "1+1",
      "/список",
      "constructor.constructor('return process')()",
      "@исполнитель_фио",
      "в_свойствах",
    ]);
    const unpaired = placeholdersOf(
      await read(
        docxFile({
          body: p("Договор {{исполнитель_фио с") + p("другой {{компания_инн") + p("}} конец"),
        }),
      ),
    ).unpaired;
    expect(unpaired).toHaveLength(3);
  });

  test("filled as a docx they have the values and nothing of the braces; a value is text whatever it says", async () => {
    const filled = await fillDocx(await read(CONTRACT_DOCX), {
      ...EXAMPLE_VALUES,
      исполнитель_фио: "<w:b/>{{компания_инн}} & Ко",
    });
    const text = unzip(filled).get("word/document.xml")?.toString("utf8") ?? "";
    expect(text).toContain("&lt;w:b/&gt;{{компания_инн}} &amp; Ко");
    expect(text).toContain("770000000000");
    expect(text.replace("{{компания_инн}} &amp; Ко", "")).not.toMatch(/\{\{|\}\}/);
  });

  test("a field nothing is known for leaves its place empty", async () => {
    const parts = await read(docxFile({ body: p("[{{Компания_КПП}}]") }));
    expect(linesOf(fillBlocks(readBlocks(parts), {}))).toEqual(["[]"]);
    expect(linesOf(fillBlocks(readBlocks(parts), { компания_кпп: "770001001" }))).toEqual([
      "[770001001]",
    ]);
  });
});
