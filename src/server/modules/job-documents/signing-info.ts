import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  JOB_DOCUMENT_TYPE,
  type JobDocumentState,
} from "#contract/job-documents/job-document-states.ts";
import type { SignInfo } from "#contract/job-documents/job-document.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { writeVersion } from "#contract/values/seen-version.ts";
import type { Actor } from "#server/http/actor.ts";
import { invalid } from "#server/http/app-error.ts";
import { fingerprint } from "#server/http/consent.ts";
import type { Trx } from "#server/data/transaction.ts";
import { hasPaper, titleOf } from "./presenter.ts";
import { contentHash, loadDocuments, signerOf, type DocumentRow, type Side } from "./queries.ts";
import { signingAgreement } from "./signing-agreement.ts";

const SIGNING_REFUSALS: Readonly<Record<JobDocumentState, string>> = {
  CREATED: "Документ ещё не отправлен на подпись",
  SENT: "Документ ждёт подписи другой стороны",
  SIGNED_BY_SENDER: "Вы уже подписали, ждём исполнителя",
  SIGNED: "Документ уже подписан",
  AUTO_SIGNED: "Документ уже подписан автоматически",
  REJECTED: "Документ отклонён",
  EXPIRED: "Срок подписания истёк",
  ANNULLED: "Документ аннулирован",
};

/** `null` when the side can sign. */
export function signingRefusal(row: DocumentRow, side: Side): string | null {
  if (row.awaits !== side) return SIGNING_REFUSALS[row.state];
  return hasPaper(row) ? null : "Файл этого документа ещё не готов";
}

/** @throws AppError `not_found` — one is absent or out of reach. */
export async function readSigningInfo(
  trx: Trx,
  actor: Actor,
  ids: readonly number[],
  at: Date,
): Promise<SignInfo> {
  if (ids.length === 0) throw invalid({ documentIDs: ["Выберите документы"] });
  const signer = signerOf(actor);
  const rows = await loadDocuments(trx, signer, ids);
  const signable = rows.filter((row) => signingRefusal(row, signer.side) === null);
  const { text, version } = signingAgreement(signer.side, at);
  return {
    items: rows.map((row) => {
      const refusal = signingRefusal(row, signer.side);
      return {
        id: Number(row.id),
        type: definitionFor(JOB_DOCUMENT_TYPE, row.type),
        number: row.number,
        title: titleOf(row),
        amount: row.amount_kopecks === null ? null : kopecksToRubles(row.amount_kopecks),
        workman:
          row.workman_id === null ? null : { id: row.workman_id, name: row.workman_name ?? "" },
        sha256: contentHash(row),
        canSign: refusal === null,
        obstacle: refusal,
      };
    }),
    signableCount: signable.length,
    totalAmount: kopecksToRubles(sumOf(signable)),
    agreementText: text,
    agreementVersion: version,
    version: signingVersion(signable.length > 0 ? signable : rows, signer.side, at),
  };
}

/** Covers content and agreement. */
export function signingVersion(rows: readonly DocumentRow[], side: Side, at: Date): string {
  return writeVersion({
    amount: sumOf(rows),
    documents: fingerprint(...rows.map(contentHash)),
    agreement: fingerprint(signingAgreement(side, at).version),
  });
}

export function sumOf(rows: readonly DocumentRow[]): bigint {
  return rows.reduce((sum, row) => sum + (row.amount_kopecks ?? 0n), 0n);
}
