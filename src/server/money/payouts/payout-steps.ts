import { sql } from "kysely";
import {
  JOB_DOCUMENT_STATE,
  type JobDocumentState,
} from "#contract/job-documents/job-document-states.ts";
import { payoutSteps, type PayoutStep } from "#contract/payouts/payout-steps.ts";
import { RECEIPT_STATE, type ReceiptState } from "#contract/receipts/receipt-states.ts";
import { SIGNS_ITSELF_AT } from "#server/data/act-terms.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { SeenPayout } from "./presenter.ts";

interface MomentsRow {
  readonly act_number: string | null;
  readonly act_state: JobDocumentState | null;
  readonly act_signed_at: Date | null;
  readonly act_signs_itself_at: Date | null;
  readonly needs_receipt: boolean;
  readonly receipt_state: ReceiptState | null;
  readonly registered_at: Date | null;
  readonly sent_at: Date | null;
  readonly held_at: Date | null;
  readonly paid_at: Date | null;
  readonly returned_at: Date | null;
}

/** «Где мои деньги»; the same line for both sides, in words for the reader's. */
export async function readPayoutSteps(
  trx: Trx,
  actor: Actor,
  { accountId, id, state, payout }: SeenPayout,
): Promise<PayoutStep[]> {
  const { rows } = await sql<MomentsRow>`
    SELECT p.sent_at, p.held_at, p.paid_at, p.returned_at, r.state AS receipt_state, r.registered_at,
      w.taxpayer_type IN ('SMZ', 'IP_SMZ') AS needs_receipt,
      act.number AS act_number, act.state AS act_state, act.signed_at AS act_signed_at,
      act.signs_itself_at AS act_signs_itself_at
    FROM payouts p
    JOIN workmen w ON w.id = p.workman_id
    JOIN accounts a ON a.id = p.account_id
    LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
    LEFT JOIN LATERAL (SELECT d.number, d.state, d.signed_at, ${SIGNS_ITSELF_AT} AS signs_itself_at
      FROM job_documents d
      WHERE d.payout_id = p.id AND d.account_id = p.account_id AND d.type = 'ACT'
      ORDER BY d.id DESC
      LIMIT 1) act ON true
    WHERE p.account_id = ${accountId} AND p.id = ${id}`.execute(trx);
  const row = rows[0] as MomentsRow;
  return payoutSteps(
    {
      state,
      failure: payout.failureReason?.id ?? null,
      triesCount: payout.triesCount,
      problem: payout.problem,
      promisedOn: payout.promisedOn,
      destination: payout.destination,
      act: row.act_state && {
        number: row.act_number ?? "",
        title: JOB_DOCUMENT_STATE.titles[row.act_state],
        signedAt: row.act_signed_at,
        signsItselfAt: row.act_signs_itself_at,
      },
      receipt:
        row.needs_receipt || row.receipt_state !== null
          ? {
              registeredAt: row.registered_at,
              title: row.receipt_state && RECEIPT_STATE.titles[row.receipt_state],
            }
          : null,
      sentAt: row.sent_at,
      heldAt: row.held_at,
      paidAt: row.paid_at,
      returnedAt: row.returned_at,
    },
    payout.workman.id === actor.workmanId ? "workman" : "account",
  );
}
