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

const LINK = (target: string) => EXTERNAL("hyperlink").replace("https://evil.example/x", target);
const FIELD = (instruction: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

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
    ...["word/_RELS/document.xml.RELS", "customXml/_rels/item1.xml.Rels", "word/links.dat"].map(
      (name) =>
        [
          `a picture from the internet, told in ${name}`,
          () =>
            docxFile({
              body: p("x"),
              more: [{ name, data: `<Relationships>${EXTERNAL("image")}</Relationships>` }],
            }),
          /ссылается на другие файлы|собран неправильно/,
        ] as const,
    ),
    [
      "a part in an encoding that hides its tags",
      () =>
        docxFile({
          body: p("x"),
          more: [{ name: "word/footer1.xml", data: Buffer.from("\ufeff<a/>", "utf16le") }],
        }),
      /повреждён/,
    ],
    [
      "two parts of one name",
      () => docxFile({ body: p("x"), more: [{ name: "word/Document.xml", data: "<x/>" }] }),
      /собран неправильно/,
    ],
    ...["javascript:alert(1)", "java&#9;script:x", "file:///etc/passwd", "data:text/html,x"].map(
      (target) =>
        [
          `a link to ${target}`,
          () => docxFile({ body: p("x"), relationships: LINK(target) }),
          /ссылка не на сайт/,
        ] as const,
    ),
    [
      "a link to a computer of the network",
      () => docxFile({ body: p("x"), relationships: LINK("\\\\evil\\share") }),
      /ссылка не на сайт/,
    ],
    ...['"javascript:x"', "javascript:x", '\\o "tip" "vbscript:x"', "\\\\\\\\evil\\\\x"].map(
      (target) =>
        [
          `a field that links to ${target}`,
          () => docxFile({ body: FIELD(`HYPERLINK ${target}`) }),
          /ссылка не на сайт/,
        ] as const,
    ),
    [
      "an old drawing that links to a script",
      () => docxFile({ body: `<v:shape href="javascript:x"/>${p("x")}` }),
      /ссылка не на сайт/,
    ],
    [
      "a path out of the archive",
      () => docxFile({ body: p("x"), more: [{ name: "../../etc/cron.d/x", data: "x" }] }),
      /собран неправильно/,
    ],
  ])("%s", async (_, make, message) => {
    await expect(read(make())).rejects.toThrow(message);
  });

  test("a link to a site, a letter, a call or a place in the document is no harm", async () => {
    const links = [
      "https://example.ru/?a=1",
      "HTTP://example.ru",
      "mailto:a@b.ru",
      "tel:+7900",
      "#x",
    ];
    const fields = [
      `HYPERLINK "https://example.ru"`,
      `HYPERLINK \\l "_Toc1"`,
      `HYPERLINK \\l "_Toc1" \\h`,
      `HYPERLINK "" \\l "x"`,
      ` HYPERLINK mailto:a@b.ru \\o "к нам" `,
      "PAGEREF _Toc1",
      `TIME \\@ "HH:mm"`,
    ];
    const parts = await read(
      docxFile({ body: fields.map(FIELD).join(""), relationships: links.map(LINK).join("") }),
    );
    expect(parts.has("word/document.xml")).toBe(true);
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
