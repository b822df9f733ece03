import { rawZip, type RawZipPart } from "#tests/support/raw-zip.ts";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const MAIN_TYPE =
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

export interface DocxParts {
  /** XML of the body. */
  readonly body: string;
  readonly more?: readonly RawZipPart[];
  readonly relationships?: string;
  readonly mainType?: string;
}

/** A run for each piece: Word splits words at will. */
export function p(...pieces: string[]): string {
  return `<w:p>${pieces.map((piece) => `<w:r><w:t xml:space="preserve">${piece}</w:t></w:r>`).join("")}</w:p>`;
}

/** Minimal. */
export function docxFile({
  body,
  more = [],
  relationships = "",
  mainType = MAIN_TYPE,
}: DocxParts): Buffer {
  return rawZip([
    {
      name: "[Content_Types].xml",
      data: `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    },
    {
      name: "_rels/.rels",
      data: relationshipsOf(
        `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>`,
      ),
    },
    {
      name: "word/document.xml",
      data: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    },
    { name: "word/_rels/document.xml.rels", data: relationshipsOf(relationships) },
    ...more,
  ]);
}

function relationshipsOf(inner: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
}

/** Heading, a field split into pieces, list, table. */
export const CONTRACT_DOCX = docxFile({
  body:
    `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:jc w:val="center"/></w:pPr><w:r><w:t>Договор № {{документ_номер}} от {{документ_дата}}</w:t></w:r></w:p>` +
    p(
      "Заказчик {{компания_полное_название}}, ИНН {{компания",
      "_инн}}, и исполнитель {{исполнитель_фио}}, ИНН {{ исполнитель_инн }}, договорились:",
    ) +
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Исполнитель оказывает услуги.</w:t></w:r></w:p>` +
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>По заявкам заказчика.</w:t></w:r></w:p>` +
    `<w:tbl><w:tr><w:tc>${p("Телефон")}</w:tc><w:tc>${p("{{исполнитель_телефон}}")}</w:tc></w:tr></w:tbl>`,
  more: [
    {
      name: "word/numbering.xml",
      data: `<?xml version="1.0"?><w:numbering xmlns:w="${WORD}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    },
  ],
});
