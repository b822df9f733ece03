import type { LegalDocument, LegalParagraph, LegalSection } from "./legal-document.ts";

interface Revision {
  readonly validFrom: string;
  readonly changes: readonly string[];
  readonly title?: string;
  readonly lead?: string;
  /**
   * Section id → how it read: other paragraphs under the same heading, the whole section, or `null`
   * when there was none.
   */
  readonly sections: Readonly<Record<string, LegalSection | readonly LegalParagraph[] | null>>;
}

/**
 * An earlier version, told by what differs from a later one: nobody keeps two copies of a text
 * equal by hand.
 *
 * @throws Error when the revision names a section the later version does not have.
 */
export function reviseDocument(
  later: LegalDocument,
  { sections: revised, ...facts }: Revision,
): LegalDocument {
  for (const id of Object.keys(revised)) {
    if (!later.sections.some((section) => section.id === id))
      throw new Error(`${later.kind} of ${later.validFrom} has no section ${id} to revise`);
  }
  const sections = later.sections.flatMap((section): LegalSection[] => {
    const revision = revised[section.id];
    if (revision === undefined) return [section];
    if (revision === null) return [];
    return ["paragraphs" in revision ? revision : { ...section, paragraphs: revision }];
  });
  return { ...later, ...facts, sections };
}

/**
 * The section's paragraphs with some of them worded otherwise or left out: `{ 2: "…", 3: null }`,
 * counted from 0.
 */
export function rewordParagraphs(
  document: LegalDocument,
  id: string,
  other: Readonly<Record<number, LegalParagraph | null>>,
): LegalParagraph[] {
  const section = document.sections.find((one) => one.id === id);
  if (!section) throw new Error(`${document.kind} of ${document.validFrom} has no section ${id}`);
  return section.paragraphs.flatMap((paragraph, index): LegalParagraph[] => {
    const worded = other[index];
    return worded === undefined ? [paragraph] : worded === null ? [] : [worded];
  });
}
