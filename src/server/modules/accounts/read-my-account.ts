import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { loadMyAccounts, type MyAccountRow } from "./queries.ts";

/** @throws AppError `not_found` — the person does not act for the company. */
export async function readMyAccount(
  trx: Trx,
  personId: number,
  accountId: number,
): Promise<MyAccountRow> {
  const row = (await loadMyAccounts(trx, personId, accountId))[0];
  if (!row) throw notFound("Компания не найдена");
  return row;
}
