import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { JOB_DOCUMENT_TRANSITIONS } from "#contract/job-documents/job-document-states.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import type { Actor, WorkmanActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { AuditRecord, RequestContext } from "#server/http/request-context.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import { announceDocuments, writeJournals } from "../document-changes.ts";
import { presentDocument } from "../presenter.ts";
import {
  loadDocument,
  loadDocuments,
  signerOf,
  documentsWithinReach,
  type Reader,
} from "../queries.ts";
import type { Platform } from "#server/platform.ts";
import { payoutsOf } from "./sign-documents.ts";
import { signingRefusal } from "../signing-info.ts";

interface Rejection {
  readonly id: number;
  readonly reasonId: IdOf<typeof REASONS.actReject>;
  readonly comment: string | null;
  readonly request: RequestContext;
  readonly audit: (record: AuditRecord) => void;
}

/**
 * An act's payment ends and its money returns to the customer.
 *
 * @throws AppError `not_found` — absent or foreign; `conflict` — no longer awaits the workman.
 */
export async function rejectDocument(
  { clock, events }: Pick<Platform, "clock" | "events">,
  trx: Trx,
  actor: WorkmanActor,
  { id, reasonId, comment, request, audit }: Rejection,
): Promise<JobDocument> {
  const reader: Reader = { side: "workman", workmanId: actor.workmanId };
  const rows = await loadDocuments(trx, reader, [id], true);
  const refusal = rows[0] ? signingRefusal(rows[0], "workman") : null;
  if (refusal)
    throw conflict(`Отказаться нельзя: ${refusal.charAt(0).toLowerCase()}${refusal.slice(1)}`);
  const at = clock.now();
  const reject = transition(JOB_DOCUMENT_TRANSITIONS, "rejectByRecipient", "workman");
  const { rows: moved } = await sql`
    UPDATE job_documents
    SET ${reject.set}, reject_reason = ${reasonId}, reject_comment = ${comment}
    WHERE id = ${id} AND ${reject.from}
    RETURNING 1`.execute(trx);
  if (moved.length === 0)
    throw conflict("Документ больше не ждёт вашего решения: он подписан, отклонён или отозван");
  for (const payout of payoutsOf(rows)) await events.publish(trx, "act.rejected", { payout, at });
  await announceDocuments(trx, rows);
  await writeJournals(trx, {
    event: "act.rejected",
    rows,
    reason: [REASONS.actReject.titles[reasonId], comment].filter(Boolean).join(". "),
    actor,
    request,
    audit,
    at,
  });
  return presentDocument(await loadDocument(trx, reader, id), reader, actor);
}

/**
 * A person of both sides refuses as the workman what awaits the workman.
 *
 * @throws AppError as `rejectDocument`.
 */
export async function refuseDocument(
  platform: Pick<Platform, "clock" | "events">,
  trx: Trx,
  actor: Actor,
  rejection: Rejection,
): Promise<JobDocument> {
  if (
    actor.workmanId !== null &&
    (actor.accountId === null || (await isAddressedTo(trx, actor.workmanId, rejection.id)))
  )
    return rejectDocument(platform, trx, { ...actor, workmanId: actor.workmanId }, rejection);
  const { id, reasonId, comment, request, audit } = rejection;
  const reader = signerOf(actor);
  const rows = await loadDocuments(trx, reader, [id], true);
  const refusal = rows[0] ? signingRefusal(rows[0], reader.side) : null;
  if (refusal)
    throw conflict(`Отклонить нельзя: ${refusal.charAt(0).toLowerCase()}${refusal.slice(1)}`);
  const reject = transition(JOB_DOCUMENT_TRANSITIONS, "rejectBySender", "account");
  await sql`
    UPDATE job_documents
    SET ${reject.set}, reject_reason = ${reasonId}, reject_comment = ${comment}
    WHERE id = ${id} AND ${reject.from}`.execute(trx);
  await announceDocuments(trx, rows);
  await writeJournals(trx, {
    event: "act.refused",
    rows,
    reason: [REASONS.actReject.titles[reasonId], comment].filter(Boolean).join(". "),
    actor,
    request,
    audit,
    at: platform.clock.now(),
  });
  return presentDocument(await loadDocument(trx, reader, id), reader, actor);
}

async function isAddressedTo(trx: Trx, workmanId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
      SELECT FROM job_documents d WHERE d.id = ${id} AND ${documentsWithinReach({ side: "workman", workmanId })}`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * A company cannot refuse what it sent.
 *
 * @throws AppError `not_found`; `conflict`.
 */
export async function refuseRejectionBySender(trx: Trx, actor: Actor, id: number): Promise<never> {
  await loadDocument(trx, signerOf(actor), id);
  throw conflict("Этот документ отправили вы: отклонить его может только исполнитель");
}
