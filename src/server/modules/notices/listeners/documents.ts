import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { managersOf } from "./employments.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

export function listenForDocuments(events: ProductEventBus): void {
  events.on("documents.expiring", async (trx, event) => {
    await notifyOwners(trx, "DocumentExpiring", event);
    await notifyManagers(trx, "EmployeeDocumentExpiring", event);
  });
  events.on("documents.expired", async (trx, event) => {
    await notifyOwners(trx, "DocumentExpired", event);
    await notifyManagers(trx, "EmployeeDocumentExpired", event);
  });
}

interface DocumentsEvent {
  readonly documentIds: readonly number[];
  readonly at: Date;
}

/** One per workman. */
async function notifyOwners(
  trx: Trx,
  name: "DocumentExpiring" | "DocumentExpired",
  { documentIds, at }: DocumentsEvent,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, type, resource, created_at)
      SELECT w.person_id, ${NOTICE_TYPES[name].id}, jsonb_build_object('documents', ${DOCUMENTS}),
        ${at}
      FROM workman_documents d
      JOIN workmen w ON w.id = d.workman_id
      WHERE d.id = ANY (${documentIds}::integer[])
      GROUP BY w.person_id
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

async function notifyManagers(
  trx: Trx,
  name: "EmployeeDocumentExpiring" | "EmployeeDocumentExpired",
  { documentIds, at }: DocumentsEvent,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, e.account_id, ${NOTICE_TYPES[name].id},
        jsonb_build_object('documents', ${DOCUMENTS}, 'workman',
          jsonb_build_object('id', w.id, 'name', concat_ws(' ', w.last_name, w.first_name))),
          ${at}
      FROM workman_documents d
      JOIN workmen w ON w.id = d.workman_id
      JOIN employments e ON e.workman_id = w.id AND e.state IN ('ACTIVE', 'PAUSED')
      JOIN account_users u ON ${managersOf()}
      WHERE d.id = ANY (${documentIds}::integer[]) GROUP BY u.person_id, e.account_id, w.id
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

const DOCUMENTS = sql`
  jsonb_agg(jsonb_build_object('name',
    ${JSON.stringify(WORKMAN_DOCUMENT_TYPE.titles)}::jsonb ->> d.type, 'type', d.type, 'expireDate',
    d.expire_date)
    ORDER BY d.expire_date, d.id)`;
