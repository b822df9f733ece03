import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import {
  EXPIRING_TYPES,
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import type { WorkmanActor } from "#server/http/actor.ts";
import { invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import {
  keepPrivateFile,
  type PrivateFiles,
  type PrivateScan,
} from "#server/files/private-files.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";

interface Paper {
  readonly type: WorkmanDocumentType;
  readonly expireDate: string | undefined;
  /** Stored sealed. */
  readonly number?: string | undefined;
  /** UPLOADED waits for the questionnaire. */
  readonly state: "UPLOADED" | "CHECKING";
  readonly scan: PrivateScan;
}

interface Uploading {
  readonly actor: WorkmanActor;
  readonly trx: Trx;
  audit(record: AuditRecord): void;
}

/**
 * Replaces the former of its type.
 *
 * @throws AppError `invalid` — a missing or past expiry.
 */
export async function storeScan(
  { secrets }: Pick<PrivateFiles, "secrets">,
  { actor, trx, audit }: Uploading,
  { type, expireDate, number, state, scan }: Paper,
  at: Date,
): Promise<number> {
  refuseWrongTerm(type, expireDate, moscowDate(at));
  const fileId = await keepPrivateFile(trx, scan, { personId: actor.personId, at, name: type });
  const { rows } = await sql<{ id: number }>`
    INSERT INTO workman_documents (workman_id, type, state, file_id, sealed_number, expire_date,
      created_at)
    VALUES (${actor.workmanId}, ${type}, ${state}, ${fileId},
      ${number?.trim() ? secrets.seal(number.trim()) : null}, ${expireDate ?? null}::date, ${at})
    RETURNING id`.execute(trx);
  const id = rows[0]?.id as number;
  await announce(trx, { to: `person:${actor.personId}`, resource: "workman-documents", ids: [id] });
  await announce(trx, { to: `person:${actor.personId}`, resource: "workman" });
  audit({
    event: "workman.document_uploaded",
    object: { type: "workman-document", id, title: WORKMAN_DOCUMENT_TYPE.titles[type] },
  });
  return id;
}

/** @throws AppError `invalid` — a missing or past expiry. */
function refuseWrongTerm(
  type: WorkmanDocumentType,
  expireDate: string | undefined,
  today: string,
): void {
  if (expireDate === undefined && EXPIRING_TYPES.includes(type))
    throw invalid({ expireDate: ["Укажите, до какого дня действует документ"] });
  if (expireDate !== undefined && expireDate < today)
    throw invalid({ expireDate: ["Срок документа уже истёк. Загрузите действующий"] });
}
