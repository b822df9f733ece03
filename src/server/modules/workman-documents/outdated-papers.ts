import { sql, type RawBuilder } from "kysely";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";

/**
 * Types of papers of the worker `w` of which none is in force any more; a newer one that waits for
 * the moderator counts as in force.
 *
 * @param today - Moscow day, yyyy-MM-dd: a paper ends with its day, whenever the reminder's task
 *   comes to it.
 */
export function outdatedPapers(today: string): RawBuilder<WorkmanDocumentType[]> {
  return sql`ARRAY(SELECT n.type FROM workman_documents n WHERE n.workman_id = w.id
    GROUP BY n.type
    HAVING bool_and(n.state IN ('EXPIRED', 'REJECTED')
      OR coalesce(n.expire_date < ${today}::date, false))
    ORDER BY n.type)`;
}
