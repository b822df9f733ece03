import type { FastifyInstance } from "fastify";
import {
  archiveName,
  documentName,
  validTo,
  versionOfName,
  type LegalVersion,
} from "#contract/legal-documents/legal-documents.ts";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { AppError } from "#server/http/app-error.ts";
import { renderPdf, type PdfContent } from "#server/files/render-pdf.ts";
import type { Platform } from "#server/platform.ts";
import { legalClauses } from "./legal-clauses.ts";

/** `/documents/<name>.pdf`. */
export function serveLegalDocuments(http: FastifyInstance, { clock }: Platform): void {
  // Versions never change.
  const files = new Map<LegalVersion, Promise<Buffer>>();
  http.get<{ Params: { name: string } }>(
    "/documents/:name(^[a-z0-9-]+).pdf",
    async (request, reply) => {
      const today = moscowDate(clock.now());
      const version = versionOfName(request.params.name, today);
      if (!version)
        throw new AppError(
          "not_found",
          "Такого документа нет. Все документы перечислены на странице «Правовые документы»",
        );
      const file = files.get(version) ?? legalPdf(version);
      files.set(version, file);
      // Current documents keep their URL when the text changes.
      const isFixed = documentName(version, today) !== version.kind;
      return reply
        .type("application/pdf")
        .header(
          "content-disposition",
          `inline; filename="${archiveName(version).replace(/^old-/, "")}.pdf"`,
        )
        .header("cache-control", isFixed ? "public, max-age=86400" : "no-cache")
        .send(await file);
    },
  );
}

async function legalPdf(version: LegalVersion): Promise<Buffer> {
  const { title, lead, changes, validFrom } = await version.load();
  const until = validTo(version);
  const content: PdfContent[] = [
    { text: title, style: "title" },
    {
      text: `Редакция от ${formatDate(validFrom)}${until ? `, действовала до ${formatDate(until)}` : ""}`,
      alignment: "center",
      margin: [0, 4, 0, 12],
    },
    { text: lead, margin: [0, 0, 0, 12] },
    ...(changes.length > 0
      ? [
          { text: "Что изменилось в этой редакции", style: "label", margin: [0, 0, 0, 4] },
          { ul: [...changes], margin: [0, 0, 0, 12] },
        ]
      : []),
    ...(await legalClauses(version)),
  ];
  return renderPdf({
    title: `${title}, редакция от ${formatDate(validFrom)}`,
    createdAt: new Date(`${validFrom}T00:00:00+03:00`),
    content,
  });
}
