import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { TaxpayerAccount } from "#server/integrations/tax-service/port.ts";

/** Stores the tax service's sums of a worker, shown until the next query. */
export async function keepAccount(
  db: Kysely<Schema>,
  workmanId: number,
  account: TaxpayerAccount,
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO tax_account_infos (workman_id, bonus_kopecks, unpaid_kopecks, debt_kopecks, read_at)
    VALUES (${workmanId}, ${account.bonusKopecks}, ${account.unpaidKopecks}, ${account.debtKopecks},
      ${at})
    ON CONFLICT (workman_id) DO UPDATE
    SET bonus_kopecks = excluded.bonus_kopecks, unpaid_kopecks = excluded.unpaid_kopecks,
      debt_kopecks = excluded.debt_kopecks, read_at = excluded.read_at`.execute(db);
}
