import { sql } from "kysely";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { CardStatus } from "#contract/workman-wallet/wallet.ts";
import { walletEndpoints as endpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { walletOfWorkman } from "#server/modules/ledger/index.ts";
import type { Serve } from "#server/platform/serve.ts";

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

/** The worker's money and where it goes; numbers leave the server masked only. */
export function serveWallet(serve: Serve): void {
  serve(endpoints.balance, async ({ actor, trx }) => ({ current: kopecksToRubles(await walletOfWorkman(trx, actor.workmanId)) }));

  serve(endpoints.cards, async ({ actor, trx }) => {
    const { rows } = await sql<{ token: string; pan_mask: string; status: CardStatus }>`
      SELECT token, pan_mask, status FROM workman_cards WHERE workman_id = ${actor.workmanId} AND status <> 'unbound' ORDER BY id DESC`.execute(trx);
    return { items: rows.map((row) => ({ cardId: row.token, pan: row.pan_mask, status: row.status })) };
  });

  serve(endpoints.paymentDetails, async ({ actor, trx }) => {
    const { rows } = await sql<DetailsRow>`
      SELECT w.payout_kind, p.phone, card.pan_mask, card.bound_at AS card_bound_at, a.bank_bik, a.bank_name, a.cor_account_number, a.account_mask, a.confirmed_at
      FROM workmen w JOIN people p ON p.id = w.person_id
      LEFT JOIN LATERAL (SELECT pan_mask, bound_at FROM workman_cards c WHERE c.workman_id = w.id AND c.status = 'ok' ORDER BY c.id DESC LIMIT 1) card ON w.payout_kind = 'CARD'
      LEFT JOIN workman_payment_accounts a ON a.workman_id = w.id AND w.payout_kind = 'PAYMENT_ACCOUNT'
      WHERE w.id = ${actor.workmanId}`.execute(trx);
    const row = rows[0];
    if (!row?.payout_kind) return { details: null };
    const number = row.payout_kind === "CARD" ? row.pan_mask : row.payout_kind === "SBP" ? maskPhone(row.phone) : null;
    return {
      details: {
        type: row.payout_kind,
        typeID: row.payout_kind,
        number,
        bankBik: row.bank_bik,
        bankName: row.bank_name,
        accountNumber: row.account_mask,
        korAccountNumber: row.cor_account_number,
        confirmedAt: (row.payout_kind === "CARD" ? row.card_bound_at : row.confirmed_at)?.toISOString() ?? null,
      },
    };
  });
}
