import { sql, type Kysely, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { PAPERS_DAYS, type PaperRisk } from "#contract/risks/risk.ts";
import { addDays } from "#contract/values/calendar-date.ts";
import {
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { favourites, NAME, ofWorkman, type Page, type Whose } from "./reach.ts";

/** Without documents replaced by newer ones in force. */
function papers(actor: AccountActor, today: string, whose: Whose): RawBuilder<unknown> {
  return sql`
    FROM employments e
    JOIN workmen w ON w.id = e.workman_id
    JOIN workman_documents d ON d.workman_id = w.id
    WHERE ${favourites(actor)} ${ofWorkman(whose)}
      AND d.state IN ('VALID', 'EXPIRING', 'EXPIRED')
      AND d.expire_date <= ${addDays(today, PAPERS_DAYS)}::date
      AND NOT EXISTS (SELECT FROM workman_documents n
        WHERE n.workman_id = d.workman_id
          AND n.type = d.type
          AND n.id > d.id
          AND n.state IN ('VALID', 'EXPIRING')
          AND coalesce(n.expire_date >= ${today}::date, true))`;
}

export async function countPapers(
  db: Kysely<Schema>,
  actor: AccountActor,
  today: string,
  whose: Whose = {},
): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n ${papers(actor, today, whose)}`.execute(db);
  return Number(rows[0]?.n ?? 0n);
}

export async function listPapers(
  db: Kysely<Schema>,
  actor: AccountActor,
  today: string,
  { limit, offset, ...whose }: Page & Whose,
): Promise<PaperRisk[]> {
  const { rows } = await sql<{
    id: number;
    workman_id: number;
    name: string;
    type: WorkmanDocumentType;
    expire_date: string;
    is_in_review: boolean;
  }>`
    SELECT d.id, w.id AS workman_id, ${NAME} AS name, d.type,
      to_char(d.expire_date, 'YYYY-MM-DD') AS expire_date,
      EXISTS (SELECT FROM workman_documents n
        WHERE n.workman_id = d.workman_id
          AND n.type = d.type
          AND n.id > d.id
          AND n.state = 'CHECKING') AS is_in_review ${papers(actor, today, whose)}
    ORDER BY d.expire_date, name, d.id
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map((row) => ({
    id: Number(row.id),
    workman: { id: row.workman_id, name: row.name },
    type: definitionFor(WORKMAN_DOCUMENT_TYPE, row.type),
    expireDate: row.expire_date,
    isExpired: row.expire_date < today,
    isInReview: row.is_in_review,
  }));
}
