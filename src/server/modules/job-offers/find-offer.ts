import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

/** Any company's offer, for the platform's staff. */
export async function findOffer(
  trx: Trx,
  id: number,
): Promise<{ account_id: number; id: bigint; job_id: bigint; title: string } | undefined> {
  const { rows } = await sql<{ account_id: number; id: bigint; job_id: bigint; title: string }>`
    SELECT o.account_id, o.id, o.job_id, j.title
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE o.id = ${id}`.execute(trx);
  return rows[0];
}
