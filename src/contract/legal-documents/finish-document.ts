import { typeset } from "#contract/values/typeset.ts";
import type { LegalDocument, LegalParagraph } from "./legal-document.ts";

/**
 * Makes a written text ready to print: `[[id]]` becomes the number of that section, words that
 * belong together stay on one line.
 *
 * @throws Error when a clause refers to a section this version does not have.
 */
export function finishDocument(document: LegalDocument): LegalDocument {
  const numbers = new Map(document.sections.map(({ id }, index) => [id, String(index + 1)]));
  const finish = (text: string) =>
    typeset(
      text.replace(/\[\[([a-z-]+)\]\]/g, (_, id: string) => {
        const number = numbers.get(id);
        if (number === undefined)
          throw new Error(
            `${document.kind} of ${document.validFrom} refers to the missing section ${id}`,
          );
        return number;
      }),
    );
  const finishParagraph = (paragraph: LegalParagraph): LegalParagraph =>
    typeof paragraph === "string" ? finish(paragraph) : { list: paragraph.list.map(finish) };
  return {
    ...document,
    lead: finish(document.lead),
    changes: document.changes.map(finish),
    sections: document.sections.map((section) => ({
      ...section,
      heading: typeset(section.heading),
      paragraphs: section.paragraphs.map(finishParagraph),
    })),
  };
}
