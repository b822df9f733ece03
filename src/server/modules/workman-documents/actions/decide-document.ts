import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import {
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";

export const WAITING_DOCUMENTS = sql`
  SELECT d.id,
    CASE d.type ${sql.join(
      WORKMAN_DOCUMENT_TYPE.definitions.map(
        ({ id, title }) => sql`WHEN ${sql.lit(id)} THEN ${sql.lit(title)}`,
      ),
      sql` `,
    )} END || ', ' || concat_ws(' ',
      w.last_name, w.first_name) AS title,
    d.created_at
  FROM workman_documents d JOIN workmen w ON w.id = d.workman_id WHERE d.state = 'CHECKING'`;

interface DocumentDecision {
  readonly id: number;
  readonly isApproved: boolean;
  readonly reasonId: string | null;
  readonly comment: string | null;
  readonly at: Date;
}

/** A moderator's decision. @returns the document's type and owner; `null` when it does not wait. */
export async function decideWorkmanDocument(
  trx: Trx,
  { id, isApproved, reasonId, comment, at }: DocumentDecision,
): Promise<{ type: WorkmanDocumentType; personId: number } | null> {
  const { rows } = await sql<{ type: WorkmanDocumentType; person_id: number }>`
    UPDATE workman_documents d
    SET state = CASE
      WHEN NOT ${isApproved}::boolean THEN 'REJECTED'
      WHEN d.expire_date < ${moscowDate(at)}::date THEN 'EXPIRED'
      ELSE 'VALID' END, reject_reason = ${isApproved ? null : reasonId},
        reject_comment = ${isApproved ? null : comment}
    FROM workmen w
    WHERE w.id = d.workman_id AND d.id = ${id} AND d.state = 'CHECKING'
    RETURNING d.type, w.person_id`.execute(trx);
  const row = rows[0];
  if (!row) return null;
  await announce(trx, { to: `person:${row.person_id}`, resource: "workman-documents", ids: [id] });
  return { type: row.type, personId: row.person_id };
}
