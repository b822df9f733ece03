import { sql } from "kysely";
import type { LegalDocumentKind } from "#contract/legal-documents/legal-document.ts";
import { currentVersion } from "#contract/legal-documents/legal-documents.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { RequestContext } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";

const ACCEPTED = ["terms-of-use", "data-policy"] as const;

export async function addConsents(
  trx: Trx,
  personId: number,
  request: RequestContext,
  at: Date,
  accepted: readonly LegalDocumentKind[] = ACCEPTED,
): Promise<void> {
  for (const document of accepted) {
    const version = currentVersion(document, moscowDate(at));
    // No version is in force yet.
    if (!version) continue;
    await sql`
      INSERT INTO consents (person_id, document, version, accepted_at, ip, user_agent)
      VALUES (${personId}, ${document}, ${version.validFrom}::date, ${at}, ${request.ip}::inet,
        ${request.userAgent})
      ON CONFLICT DO NOTHING`.execute(trx);
  }
}
