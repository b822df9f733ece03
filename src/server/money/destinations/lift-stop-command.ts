import { sql } from "kysely";
import { normalizePhone } from "#contract/values/phone.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { Database } from "#server/data/database.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { liftStop } from "./payouts-stop.ts";

/**
 * Support lifts a stop the worker cannot lift himself, after it has made sure who he is: payouts go
 * on.
 *
 * @returns a sentence for the operator.
 */
export async function resumePayouts(
  { kysely }: Pick<Database, "kysely">,
  givenPhone: string,
  at: Date,
): Promise<string> {
  return inTransaction(kysely, async (trx) => {
    const { rows } = await sql<{ id: number; name: string }>`
      SELECT w.id, p.name
      FROM workmen w
      JOIN people p ON p.id = w.person_id
      WHERE p.phone = ${normalizePhone(givenPhone)} AND w.payouts_stopped_by IS NOT NULL
      FOR UPDATE OF w`.execute(trx);
    const workman = rows[0];
    if (!workman) return "No payouts are stopped for this phone.";
    await liftStop(trx, workman.id, at);
    const object = { type: "workman", id: workman.id, title: workman.name };
    await writeAudit(
      trx,
      SYSTEM,
      null,
      { event: "payouts.resumed", accountId: 0, object, reason: "support" },
      at,
    );
    return `Payouts of workman ${workman.id} go on.`;
  });
}
