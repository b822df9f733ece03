import { escapeMarkup } from "#contract/values/markup.ts";
import { writeZip } from "#server/files/spreadsheet/zip-writer.ts";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

export async function demoDocx(title: string, paragraphs: readonly string[]): Promise<Buffer> {
  const text = (words: string, properties = "") =>
    `<w:p>${properties}<w:r><w:t xml:space="preserve">${escapeMarkup(words)}</w:t></w:r></w:p>`;
  const body = [
    text(title, `<w:pPr><w:pStyle w:val="Heading1"/><w:jc w:val="center"/></w:pPr>`),
    ...paragraphs.map((one) => text(one)),
  ].join("");
  const parts = [
    [
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ],
    [
      "_rels/.rels",
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      "word/document.xml",
      `<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    ],
  ] as const;
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(
    parts.map(([name, xml]) => ({
      name,
      content: [`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`],
    })),
  ))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}
