import { createHash } from "node:crypto";
import { sql } from "kysely";
import { formatMoney } from "#contract/values/money.ts";
import { countOf } from "#contract/values/plural.ts";
import { codeSent, requesterOf, useCode, type UsedCode } from "#server/modules/auth/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";
import { refuseUnseen } from "#server/http/consent.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { titleOf } from "./presenter.ts";
import { contentHash, loadDocuments, signerOf, type DocumentRow, type Side } from "./queries.ts";
import { signingRefusal, signingVersion, sumOf } from "./signing-info.ts";

export type SigningPlatform = Pick<
  Platform,
  "outside" | "sms" | "mail" | "clock" | "secrets" | "events"
>;

const digest = (parts: readonly string[]) =>
  createHash("sha256").update(parts.join("\n")).digest("hex");

/** Side and ids, whatever the content. */
function subjectOf(rows: readonly DocumentRow[], side: Side): string {
  return `documents-sign:${side}:${digest(rows.map((row) => String(row.id)))}:`;
}

/** Documents by id, each with its SHA-256. */
function operationOf(rows: readonly DocumentRow[], side: Side): string {
  return subjectOf(rows, side) + digest(rows.map(contentHash));
}

/**
 * @param request.seen - the version shown.
 * @throws AppError `not_found`; `conflict` — one cannot be signed; `changed`.
 */
export async function sendSigningCode(
  platform: SigningPlatform,
  trx: Trx,
  actor: Actor,
  { ids, ip, seen }: { ids: readonly number[]; ip: string; seen?: string | undefined },
) {
  const signer = signerOf(actor);
  const rows = await loadDocuments(trx, signer, ids);
  for (const row of rows) {
    const refusal = signingRefusal(row, signer.side);
    if (refusal)
      throw conflict(`${titleOf(row)}: ${refusal.charAt(0).toLowerCase()}${refusal.slice(1)}`);
  }
  refuseUnseen(seen, signingVersion(rows, signer.side, platform.clock.now()));
  // A count: a document number could be taken for the code.
  const sum = sumOf(rows);
  const what = `${countOf(rows.length, ["документ", "документа", "документов"])}${sum > 0n ? ` на ${formatMoney(sum)}` : ""}`;
  return codeSent(platform, {
    by: actor,
    phone: actor.phone,
    operation: operationOf(rows, signer.side),
    purpose: `Подписание: ${what}. Код`,
    ip,
    deliver: true,
  });
}

/**
 * @throws AppError `conflict` — the content changed after the code was sent; `invalid` — field
 * `otp`.
 */
export async function useSigningCode(
  platform: SigningPlatform,
  trx: Trx,
  actor: Actor,
  { rows, side, otp }: { rows: readonly DocumentRow[]; side: Side; otp: string },
): Promise<UsedCode> {
  const operation = operationOf(rows, side);
  const { rows: live } = await sql<{ operation: string }>`
    SELECT operation FROM one_time_codes
    WHERE phone = ${actor.phone}
      AND requester = ANY (${requesterOf(actor).ids}::text[])
      AND starts_with(operation, ${subjectOf(rows, side)})
      AND used_at IS NULL
      AND created_at > ${new Date(platform.clock.now().getTime() - DAY_MS)}
      AND expires_at > ${platform.clock.now()}
    ORDER BY id DESC
    LIMIT 1`.execute(trx);
  if (live[0] && live[0].operation !== operation)
    throw conflict(
      "Документы изменились после отправки кода. Посмотрите их ещё раз и запросите новый код",
    );
  return useCode(platform, trx, {
    by: actor,
    phone: actor.phone,
    operation,
    code: otp,
    field: "otp",
  });
}

const DAY_MS = 86_400_000;

/** Never the code. */
export function signingCodeSent(ids: readonly number[]): AuditRecord {
  return {
    event: "auth.otp_sent",
    object: { type: "document", id: ids[0] ?? 0, title: "Подписание документов" },
    after: { documentIDs: ids },
  };
}
