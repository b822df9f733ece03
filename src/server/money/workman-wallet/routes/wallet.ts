import { sql } from "kysely";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { CardStatus } from "#contract/workman-wallet/wallet-states.ts";
import { walletEndpoints as endpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { debtOfWorkman, walletOfWorkman } from "#server/money/ledger/index.ts";
import { openDifferencesOf } from "#server/money/bank-orders/index.ts";
import type { Serve } from "#server/http/serve.ts";
import { readPaymentDetails } from "../queries.ts";

/** Numbers leave the server masked only. */
export function serveWalletReading(serve: Serve): void {
  serve(endpoints.balance, async ({ actor, trx }) => ({
    current: kopecksToRubles(await walletOfWorkman(trx, actor.workmanId)),
  }));

  serve(endpoints.debt, async ({ actor, trx }) => ({
    debt: kopecksToRubles(await debtOfWorkman(trx, actor.workmanId)),
  }));

  serve(endpoints.cards, async ({ actor, trx }) => {
    const { rows } = await sql<{ token: string; pan_mask: string; status: CardStatus }>`
      SELECT token, pan_mask, status
      FROM workman_cards
      WHERE workman_id = ${actor.workmanId} AND status <> 'unbound'
      ORDER BY chosen_at IS NOT NULL DESC, id DESC`.execute(trx);
    return {
      items: rows.map((row) => ({ cardId: row.token, pan: row.pan_mask, status: row.status })),
    };
  });

  serve(endpoints.bankDifferences, async ({ actor, trx }) => ({
    items: await openDifferencesOf(trx, actor.workmanId),
  }));

  serve(endpoints.paymentDetails, async ({ actor, trx }) => ({
    details: await readPaymentDetails(trx, actor.workmanId),
  }));
}
