import { sql } from "kysely";
import { JOB_DOCUMENT_TRANSITIONS } from "#contract/job-documents/job-document-states.ts";
import type { MassSignResult } from "#contract/job-documents/job-document.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { refuseUnseen } from "#server/http/consent.ts";
import type { AuditRecord, RequestContext } from "#server/http/request-context.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { announceDocuments, writeJournals } from "../document-changes.ts";
import {
  contentHash,
  loadDocument,
  loadDocuments,
  signerOf,
  type DocumentRow,
  type Side,
} from "../queries.ts";
import { presentDocument } from "../presenter.ts";
import { addSignatures } from "../document-signatures.ts";
import { signingAgreement } from "../signing-agreement.ts";
import { useSigningCode, type SigningPlatform } from "../signing-code.ts";
import { signingRefusal, signingVersion } from "../signing-info.ts";

interface SignRequest {
  readonly ids: readonly number[];
  readonly otp: string;
  readonly seen?: string | undefined;
  readonly request: RequestContext;
  readonly audit: (record: AuditRecord) => void;
}

/**
 * The code was sent for exactly these documents and content. Documents signed or ended since are
 * skipped and named.
 *
 * @throws AppError `not_found`; `conflict` — none can be signed, or the content changed; `changed`;
 * `invalid` — field `otp`.
 */
export async function signDocuments(
  platform: SigningPlatform,
  trx: Trx,
  actor: Actor,
  { ids, otp, seen, request, audit }: SignRequest,
): Promise<MassSignResult> {
  const signer = signerOf(actor);
  const { side } = signer;
  const rows = await loadDocuments(trx, signer, ids, true);
  const failed = rows.flatMap((row) => {
    const refusal = signingRefusal(row, side);
    return refusal === null ? [] : [{ documentID: Number(row.id), message: refusal }];
  });
  const signed = rows.filter((row) => signingRefusal(row, side) === null);
  if (signed.length === 0) throw conflict(failed[0]?.message);
  refuseUnseen(seen, signingVersion(rows, side, platform.clock.now()));
  const code = await useSigningCode(platform, trx, actor, { rows, side, otp });
  const at = platform.clock.now();
  const agreement = signingAgreement(side, at);
  const method = { name: "CODE", code, ip: request.ip, userAgent: request.userAgent } as const;
  await moveSigned(trx, signed, side, at);
  await addSignatures(
    trx,
    signed.map((row) => ({
      row,
      side,
      method,
      sha256: contentHash(row),
      signer: {
        personId: actor.personId,
        name: side === "workman" ? (row.workman_name ?? actor.name) : actor.name,
        phone: actor.phone,
      },
      agreement,
      at,
    })),
  );
  await publishSigned(platform.events, trx, signed, side, at);
  await announceDocuments(trx, signed);
  await writeJournals(trx, { event: "act.signed", rows: signed, actor, request, audit, at });
  return { signedCount: signed.length, failed };
}

async function moveSigned(
  trx: Trx,
  rows: readonly DocumentRow[],
  side: Side,
  at: Date,
): Promise<void> {
  const sign = transition(
    JOB_DOCUMENT_TRANSITIONS,
    side === "account" ? "signBySender" : "signByRecipient",
    side,
    { of: "d" },
  );
  const { numAffectedRows } = await sql`
    UPDATE job_documents d
    SET ${sign.set}, signed_at = ${side === "workman" ? at : null}::timestamptz
    WHERE d.id = ANY (${rows.map((row) => row.id)}::bigint[])
      AND ${sign.from}`.execute(trx);
  if (Number(numAffectedRows ?? 0n) !== rows.length)
    throw conflict(
      "Часть документов уже подписана или отозвана. Проверьте список и подпишите то, что осталось",
    );
}

/** The second signature starts the payment; the customer's notifies the workman. */
async function publishSigned(
  events: ProductEventBus,
  trx: Trx,
  rows: readonly DocumentRow[],
  side: Side,
  at: Date,
): Promise<void> {
  if (side === "account") {
    await events.publish(trx, "acts.awaited", {
      documents: rows.map((row) => ({ accountId: row.account_id, id: row.id })),
      at,
    });
    return;
  }
  const payouts = payoutsOf(rows);
  if (payouts.length > 0) await events.publish(trx, "acts.signed", { payouts, at });
}

/** A payment may have ended with its job. */
export function payoutsOf(rows: readonly DocumentRow[]): { accountId: number; id: bigint }[] {
  return rows.flatMap((row) =>
    row.type === "ACT" && row.payout_id !== null && row.payout_state === "ACT_PENDING"
      ? [{ accountId: row.account_id, id: row.payout_id }]
      : [],
  );
}

type SignOne = Omit<Parameters<typeof signDocuments>[3], "ids"> & { readonly id: number };

/**
 * @returns it as its signer sees it.
 * @throws as `signDocuments`.
 */
export async function signDocument(
  platform: SigningPlatform,
  trx: Trx,
  actor: Actor,
  { id, ...rest }: SignOne,
) {
  await signDocuments(platform, trx, actor, { ids: [id], ...rest });
  const signer = signerOf(actor);
  return presentDocument(await loadDocument(trx, signer, id), signer, actor);
}
