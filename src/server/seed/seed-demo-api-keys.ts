import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

const DAY_MS = 86_400_000;

/** One active, one revoked. Nobody knows their text. */
export async function seedApiKeys(
  trx: Trx,
  accounts: readonly { readonly id: number; readonly ownerId: number }[],
  now: Date,
): Promise<void> {
  for (const { id, ownerId } of accounts) {
    for (const [title, role, ago, isRevoked] of [
      ["1С:Бухгалтерия", "ACCOUNTANT", 90, false],
      ["Склад, старая интеграция", "VIEWER", 200, true],
    ] as const) {
      await sql`
        INSERT INTO api_keys (account_id, title, role, digest, hint, is_sandbox, created_by,
          responsible_id, code_person_id, created_at, revoked_at)
        VALUES (${id}, ${title}, ${role}, ${randomBytes(32)},
          ${randomBytes(3).toString("base64url")}, true, ${ownerId},
          ${ownerId}, ${ownerId},
          ${new Date(now.getTime() - ago * DAY_MS)},
          ${isRevoked ? new Date(now.getTime() - 30 * DAY_MS) : null})`.execute(trx);
    }
  }
}
