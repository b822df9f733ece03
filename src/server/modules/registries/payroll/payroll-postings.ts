import { sql } from "kysely";
import { listMeta, type ListMeta } from "#contract/kernel/paging.ts";
import type { Posting } from "#contract/ledger/posting.ts";
import {
  linesOfPayouts,
  postingsOfPayout,
  presentLines,
  sharesOfConfirmations,
  sortedByEntry,
  type LineRow,
} from "#server/money/payouts/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { RegistryRow } from "../registry-row.ts";
import type { PayrollItemRow } from "./payroll-items.ts";

export async function itemPostings(
  trx: Trx,
  { account_id: accountId }: RegistryRow,
  { payout_id: payoutId, id }: PayrollItemRow,
): Promise<Posting[]> {
  return payoutId === null ? [] : postingsOfPayout(trx, { accountId, payoutId }, Number(id));
}

/** Newest last: hold, release, and its share of each batch (one may serve several registries). */
export async function registryPostings(
  trx: Trx,
  registry: RegistryRow,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ items: Posting[]; meta: ListMeta }> {
  const all = sql`p.account_id = ${registry.account_id} AND p.registry_id = ${registry.id}`;
  const { rows: whole } = await sql<LineRow>`
    SELECT e.id AS entry_id, e.at, e.event_type, e.reverses_id, a.code,
      sum(o.amount_kopecks)::bigint AS amount_kopecks, NULL AS counter
    FROM ledger_entries e
    JOIN postings o ON o.entry_id = e.id AND o.at = e.at
    JOIN ledger_accounts a ON a.id = o.ledger_account_id
    WHERE e.account_id = ${registry.account_id}
      AND e.source_type = 'registry'
      AND e.source_id = ${registry.id}
    GROUP BY e.id, a.code ORDER BY e.id, a.code`.execute(trx);
  const own = await linesOfPayouts(trx, registry.account_id, all);
  const known = new Set(whole.map((row) => row.entry_id));
  const postings = sortedByEntry([
    ...presentLines(whole, null),
    ...presentLines(
      own.filter((row) => !known.has(row.entry_id)),
      null,
    ),
    ...(await sharesOfConfirmations(trx, all, "реестра", null)),
  ]);
  return {
    items: postings.slice((page - 1) * perPage, page * perPage),
    meta: listMeta(page, perPage, postings.length),
  };
}
