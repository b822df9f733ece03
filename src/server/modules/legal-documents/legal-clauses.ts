import { numberClauses } from "#contract/legal-documents/legal-document.ts";
import type { LegalVersion } from "#contract/legal-documents/legal-documents.ts";
import type { PdfContent } from "#server/files/render-pdf.ts";

export async function legalClauses(version: LegalVersion): Promise<PdfContent[]> {
  const { sections } = await version.load();
  return sections.flatMap((section, index) => [
    {
      text: `${index + 1}. ${section.heading}`,
      style: "label",
      fontSize: 12,
      margin: [0, 10, 0, 4],
    },
    ...numberClauses(section, index + 1).map(({ number, text, items }) => ({
      stack: [
        `${number}. ${text}`,
        ...(items.length > 0 ? [{ ul: [...items], margin: [12, 2, 0, 0] }] : []),
      ],
      margin: [0, 0, 0, 4],
    })),
  ]);
}
