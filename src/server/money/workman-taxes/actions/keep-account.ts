import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { TaxpayerAccount } from "#server/integrations/tax-service/port.ts";
import type { Platform } from "#server/platform.ts";
import { forEachSettingAside } from "#server/work/set-aside.ts";
import type { AskedWorkman } from "./apply-statuses.ts";

/** Shown until the next query. */
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

/** Reserves need the deduction left. An account that cannot be read keeps its last sums. */
export async function refreshAccounts(
  platform: Platform,
  workmen: readonly AskedWorkman[],
  at: Date,
): Promise<void> {
  await forEachSettingAside(platform, {
    task: "workman-taxes.ask-accounts",
    items: workmen,
    nameOf: ({ id }) => String(id),
    async work({ id, inn }) {
      const account = await platform.taxService.taxpayerAccount(inn);
      if (typeof account !== "string") await keepAccount(platform.db, id, account, at);
    },
  });
}
