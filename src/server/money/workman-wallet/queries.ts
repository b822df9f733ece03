import { sql } from "kysely";
import { CHOSEN_CARD } from "#server/money/destinations/index.ts";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { PaymentDetails } from "#contract/workman-wallet/wallet.ts";
import type { Trx } from "#server/data/transaction.ts";

interface DetailsRow {
  readonly payout_kind: PayoutKind | null;
  readonly phone: string;
  readonly pan_mask: string | null;
  readonly card_bound_at: Date | null;
  readonly bank_bik: string | null;
  readonly bank_name: string | null;
  readonly cor_account_number: string | null;
  readonly account_mask: string | null;
  readonly confirmed_at: Date | null;
}

/** Masked; `null` while none is chosen. */
export async function readPaymentDetails(
  trx: Trx,
  workmanId: number,
): Promise<PaymentDetails | null> {
  const { rows } = await sql<DetailsRow>`
    SELECT w.payout_kind, p.phone, card.pan_mask, card.bound_at AS card_bound_at, a.bank_bik,
      a.bank_name, a.cor_account_number, a.account_mask, a.confirmed_at
    FROM workmen w JOIN people p ON p.id = w.person_id
    LEFT JOIN LATERAL ${CHOSEN_CARD} card ON w.payout_kind = 'CARD'
    LEFT JOIN workman_payment_accounts a ON a.workman_id = w.id
      AND w.payout_kind = 'PAYMENT_ACCOUNT'
    WHERE w.id = ${workmanId}`.execute(trx);
  const row = rows[0];
  if (!row?.payout_kind) return null;
  return {
    type: row.payout_kind,
    typeID: row.payout_kind,
    number:
      row.payout_kind === "CARD"
        ? row.pan_mask
        : row.payout_kind === "SBP"
          ? maskPhone(row.phone)
          : null,
    bankBik: row.bank_bik,
    bankName: row.bank_name,
    accountNumber: row.account_mask,
    korAccountNumber: row.cor_account_number,
    confirmedAt:
      (row.payout_kind === "CARD" ? row.card_bound_at : row.confirmed_at)?.toISOString() ?? null,
  };
}
