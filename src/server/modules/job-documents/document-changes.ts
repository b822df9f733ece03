import { sql } from "kysely";
import {
  auditEach,
  type MassCall,
  writeAudit,
  type SystemActor,
} from "#server/modules/audit-log/index.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { titleOf } from "./presenter.ts";
import type { DocumentRow } from "./queries.ts";

export async function announceDocuments(trx: Trx, rows: readonly DocumentRow[]): Promise<void> {
  const to = new Set(
    rows.flatMap((row) => [
      `account:${row.account_id}`,
      ...(row.workman_person_id === null ? [] : [`person:${row.workman_person_id}`]),
    ]),
  );
  await sql`
    SELECT pg_notify('live', json_build_object('to', address, 'resource', 'job-documents')::text)
    FROM unnest(${[...to]}::text[]) AS address`.execute(trx);
}

interface DocumentsChange {
  readonly event: string;
  readonly rows: readonly DocumentRow[];
  readonly reason?: string;
  readonly at: Date;
}

/**
 * A line per customer.
 *
 * @param change.audit - of the call, for the first.
 */
export async function writeJournals(
  trx: Trx,
  { actor, request, audit, ...change }: DocumentsChange & Omit<MassCall, "trx">,
): Promise<void> {
  await auditEach({ actor, request, trx, audit }, recordsOf(change), change.at);
}

export async function writeTimerJournals(trx: Trx, change: DocumentsChange): Promise<void> {
  for (const record of recordsOf(change)) await writeAudit(trx, TIMER, null, record, change.at);
}

const TIMER: SystemActor = { type: "system", name: "Сроки подписания" };

function recordsOf({ event, rows, reason }: DocumentsChange): AuditRecord[] {
  const byAccount = new Map<number, DocumentRow[]>();
  for (const row of rows)
    byAccount.set(row.account_id, [...(byAccount.get(row.account_id) ?? []), row]);
  return [...byAccount]
    .sort(([one], [other]) => one - other)
    .map(([accountId, [first, ...others]]) => ({
      event,
      accountId,
      object: {
        type: "document",
        id: Number(first?.id),
        title: `${first ? titleOf(first) : ""}${others.length > 0 ? ` и ещё ${others.length}` : ""}`,
      },
      ...(others.length > 0
        ? { after: { documentIDs: [first, ...others].map((row) => Number(row?.id)) } }
        : {}),
      ...(reason === undefined ? {} : { reason }),
    }));
}
