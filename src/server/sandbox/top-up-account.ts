import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { post } from "#server/money/ledger/index.ts";
import type { Trx } from "#server/data/transaction.ts";

interface TopUp {
  readonly accountId: number;
  readonly amountKopecks: bigint;
  readonly at: Date;
}

/** As a paid invoice: a line in the bank's statement and money on the account. */
export async function topUpAccount(
  trx: Trx,
  { accountId, amountKopecks, at }: TopUp,
): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO sandbox.bank_statement (account_id, amount_kopecks, at)
    VALUES (${accountId}, ${amountKopecks}, ${at})
    RETURNING id`.execute(trx);
  await post(trx, {
    event: "INVOICE_PAID",
    source: { type: "invoice", id: rows[0]?.id as bigint },
    accountId,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "BANK", amountKopecks },
      { code: "CUST_AVAIL", accountId, amountKopecks: -amountKopecks },
    ],
  });
}
