import {
  LEGAL_DOCUMENT_KINDS,
  type LegalDocument,
  type LegalParagraph,
} from "#contract/legal-documents/legal-document.ts";
import { PLATFORM_ADDRESS, PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatPhone } from "#contract/values/phone.ts";
import { typeset } from "#contract/values/typeset.ts";
import { failAt, readPage, type Block, type Section } from "./read-page.ts";

/** Values of `{{name}}`: changing the company changes no text. */
const OPERATOR: Readonly<Record<string, string>> = {
  fullName: PLATFORM_COMPANY.fullName,
  shortName: PLATFORM_COMPANY.shortName,
  remark: PLATFORM_COMPANY.remark,
  inn: PLATFORM_COMPANY.inn,
  kpp: PLATFORM_COMPANY.kpp,
  ogrn: PLATFORM_COMPANY.ogrn,
  email: PLATFORM_COMPANY.email,
  privacyEmail: PLATFORM_COMPANY.privacyEmail,
  phone: formatPhone(PLATFORM_COMPANY.phone),
  address: PLATFORM_ADDRESS,
};

/**
 * `{{name}}` becomes a fact of the operator, `[[id]]` a section's number.
 *
 * @param file - `…/<kind>/<first day>.md`.
 * @throws Error with file and line for an unknown name.
 */
export function readLegalText(file: string, source: string): LegalDocument {
  const [folder, name] = file.split("/").slice(-2);
  const kind =
    LEGAL_DOCUMENT_KINDS.find((one) => one === folder) ??
    failAt(file, 1, `no legal document is called ${folder}`);
  const page = readPage(file, source, { title: "text", validFrom: "date", changes: "texts" });
  const { title, validFrom, changes } = page.facts;
  if (name !== `${validFrom}.md`) failAt(file, 1, `the version of ${validFrom} is ${validFrom}.md`);

  const numbers = new Map(page.sections.map(({ id }, index) => [id, String(index + 1)]));
  const finish = (text: string, { id, line }: Pick<Section, "id" | "line">) =>
    typeset(
      text
        .replace(/\[\[(.*?)\]\]/g, (_, to: string) => {
          return numbers.get(to) ?? failAt(file, line, `#${id} refers to the missing #${to}`);
        })
        .replace(/\{\{(.*?)\}\}/g, (_, fact: string) => {
          return OPERATOR[fact] ?? failAt(file, line, `#${id} names the unknown {{${fact}}}`);
        }),
    );
  const paragraphOf = (block: Block, section: Pick<Section, "id" | "line">): LegalParagraph => {
    if (block.kind === "paragraph") return finish(block.text, section);
    if (block.kind === "list") return { list: block.items.map((item) => finish(item, section)) };
    return failAt(file, section.line, `#${section.id} holds a ${block.kind}`);
  };
  const start = { id: "lead", line: 1 };
  const [lead] = page.lead.map((block) => paragraphOf(block, start));
  if (typeof lead !== "string" || page.lead.length > 1)
    return failAt(file, 1, "one paragraph stands before the first section");
  return {
    kind,
    validFrom,
    title,
    lead,
    changes: changes.map((change) => finish(change, start)),
    sections: page.sections.map((section) => ({
      id: section.id,
      heading: typeset(section.heading),
      paragraphs: section.blocks.map((block) => paragraphOf(block, section)),
    })),
  };
}
