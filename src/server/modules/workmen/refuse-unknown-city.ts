import { sql } from "kysely";
import { invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

/** @throws AppError `invalid` — not a listed city. */
export async function refuseUnknownCity(trx: Trx, id: number): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM cities WHERE id = ${id}`.execute(trx);
  if (rows.length === 0) throw invalid({ cityID: ["Выберите город из списка"] });
}
