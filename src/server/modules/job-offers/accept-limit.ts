import { sql } from "kysely";
import { formatMoney } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { Trx } from "#server/data/transaction.ts";

/**
 * The largest payment in kopecks this person may accept alone; `null` means any. Source:
 * `domain.md` §2.1, «X(p) up to limit».
 */
export async function acceptLimit(trx: Trx, actor: AccountActor): Promise<bigint | null> {
  if (actor.role !== "PROJECT_MANAGER") return null;
  const { rows } = await sql<{
    limit_kopecks: bigint | null;
  }>`
    SELECT project_manager_accept_limit_kopecks AS limit_kopecks
    FROM accounts
    WHERE id = ${actor.accountId}`.execute(trx);
  return rows[0]?.limit_kopecks ?? null;
}

export function overLimit(limitKopecks: bigint | null, amountKopecks: bigint): string | undefined {
  if (limitKopecks === null || amountKopecks <= limitKopecks) return undefined;
  return `Менеджер проектов принимает результат на сумму до ${formatMoney(limitKopecks)}. Попросите принять его владельца, администратора или финансового менеджера`;
}
