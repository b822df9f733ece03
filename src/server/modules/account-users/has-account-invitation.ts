import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

/** Its holder needs no own company to register. */
export async function hasAccountInvitation(trx: Trx, phone: string): Promise<boolean> {
  const { rows } = await sql`
      SELECT 1 FROM account_users WHERE invited_phone = ${phone} AND state = 'INVITED' LIMIT 1`.execute(
    trx,
  );
  return rows.length > 0;
}
