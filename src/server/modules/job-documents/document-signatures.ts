import { sql } from "kysely";
import { maskPhone } from "#contract/values/phone.ts";
import type { UsedCode } from "#server/modules/auth/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { titleOf } from "./presenter.ts";
import type { DocumentRow, Side } from "./queries.ts";

interface NewSignature {
  readonly row: DocumentRow;
  readonly side: Side;
  readonly method:
    | {
        readonly name: "CODE";
        readonly code: UsedCode;
        readonly ip: string;
        readonly userAgent: string;
      }
    | { readonly name: "TIME" };
  readonly sha256: string;
  readonly signer: { readonly personId: number; readonly name: string; readonly phone: string };
  readonly agreement: { readonly text: string; readonly version: string };
  readonly at: Date;
}

/** Evidence, never changed. Source: `domain.md` §1.7. */
export async function addSignatures(trx: Trx, signatures: readonly NewSignature[]): Promise<void> {
  const lines = signatures.map(({ row, side, method, sha256, signer, agreement, at }) => ({
    account_id: row.account_id,
    document_id: Number(row.id),
    side,
    method: method.name,
    document_title: titleOf(row),
    sha256,
    signer_person_id: signer.personId,
    signer_name: signer.name,
    signer_inn: side === "workman" ? row.workman_inn : row.account_inn,
    phone_masked: maskPhone(signer.phone),
    ...(method.name === "CODE"
      ? {
          code_id: Number(method.code.id),
          code_sent_at: method.code.sentAt,
          message_id: method.code.messageId,
          ip: method.ip,
          user_agent: method.userAgent,
        }
      : {}),
    signed_at: at,
    text_shown: agreement.text,
    agreement_version: agreement.version,
  }));
  await sql`
    INSERT INTO document_signatures SELECT * FROM jsonb_populate_recordset(NULL::document_signatures,
      ${JSON.stringify(lines)}::jsonb)`.execute(trx);
}
