import { sql, type RawBuilder } from "kysely";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";

/**
 * Of workman `w`: what has ended or was refused, until one in force takes its place. One that waits
 * for its check lifts nothing, and stops nothing either.
 *
 * @param today - Moscow date, yyyy-MM-dd.
 */
export function outdatedPapers(today: string): RawBuilder<WorkmanDocumentType[]> {
  return sql`ARRAY(SELECT n.type FROM workman_documents n WHERE n.workman_id = w.id
    GROUP BY n.type
    HAVING bool_or(n.state IN ('EXPIRED', 'REJECTED')
        OR coalesce(n.expire_date < ${today}::date, false))
      AND NOT bool_or(n.state IN ('VALID', 'EXPIRING')
        AND coalesce(n.expire_date >= ${today}::date, true))
    ORDER BY n.type)`;
}
