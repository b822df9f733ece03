import { sql, type RawBuilder } from "kysely";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";

/**
 * Of workman `w`; a newer one in moderation counts as valid.
 *
 * @param today - Moscow date, yyyy-MM-dd.
 */
export function outdatedPapers(today: string): RawBuilder<WorkmanDocumentType[]> {
  return sql`ARRAY(SELECT n.type FROM workman_documents n WHERE n.workman_id = w.id
    GROUP BY n.type
    HAVING bool_and(n.state IN ('EXPIRED', 'REJECTED')
      OR coalesce(n.expire_date < ${today}::date, false))
    ORDER BY n.type)`;
}
