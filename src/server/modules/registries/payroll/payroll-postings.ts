import { sql } from "kysely";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { listMeta, type ListMeta } from "#contract/http/paging.ts";
import { LEDGER_ACCOUNT, LEDGER_EVENT, type LedgerAccountCode, type LedgerEvent } from "#contract/ledger/ledger-accounts.ts";
import type { Posting } from "#contract/ledger/posting.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { pairLines } from "#server/modules/ledger/index.ts";
import { groupBy } from "#server/platform/group-by.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { RegistryRow } from "../registry-row.ts";
import type { PayrollItemRow } from "./payroll-items.ts";

interface LineRow {
  readonly entry_id: bigint;
  readonly at: Date;
  readonly event_type: LedgerEvent;
  readonly reverses_id: bigint | null;
  readonly code: LedgerAccountCode;
  readonly amount_kopecks: bigint;
  readonly payout_id: bigint | null;
}

/**
 * The postings of one row. Lines of a batch serve many rows at once: where a row's own lines leave an entry open, the
 * other side is the batch's account of that event, with the row's share.
 */
export async function itemPostings(trx: Trx, registry: RegistryRow, item: PayrollItemRow): Promise<Posting[]> {
  if (item.payout_id === null) return [];
  const { rows } = await sql<LineRow>`
    SELECT e.id AS entry_id, e.at, e.event_type, e.reverses_id, a.code, p.amount_kopecks, p.payout_id
    FROM postings p JOIN ledger_entries e ON e.id = p.entry_id JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE p.payout_id = ${item.payout_id} AND e.account_id = ${registry.account_id} ORDER BY e.id, p.line`.execute(trx);
  return present(rows, Number(item.id));
}

/** Entries of the whole registry: its hold, its release, and what each batch moved, newest last. */
export async function registryPostings(trx: Trx, registry: RegistryRow, { page, perPage }: { page: number; perPage: number }): Promise<{ items: Posting[]; meta: ListMeta }> {
  const entries = sql`
    SELECT e.id FROM ledger_entries e WHERE e.account_id = ${registry.account_id} AND e.source_type = 'registry' AND e.source_id = ${registry.id}
    UNION
    SELECT p.entry_id FROM postings p JOIN payouts o ON o.id = p.payout_id WHERE o.account_id = ${registry.account_id} AND o.registry_id = ${registry.id}`;
  const { rows } = await sql<LineRow>`
    SELECT e.id AS entry_id, e.at, e.event_type, e.reverses_id, a.code, sum(p.amount_kopecks)::bigint AS amount_kopecks, NULL::bigint AS payout_id
    FROM ledger_entries e JOIN postings p ON p.entry_id = e.id JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE e.id IN (${entries})
    GROUP BY e.id, a.code ORDER BY e.id, a.code`.execute(trx);
  const all = present(rows, null);
  return { items: all.slice((page - 1) * perPage, page * perPage), meta: listMeta(page, perPage, all.length) };
}

function present(rows: readonly LineRow[], registryItemId: number | null): Posting[] {
  const postings: Posting[] = [];
  const entries = groupBy(rows, (row) => row.entry_id);
  for (const [entryId, lines] of entries) {
    const first = lines[0] as LineRow;
    for (const pair of pairLines(first.event_type, lines.map((line) => ({ code: line.code, amountKopecks: line.amount_kopecks })))) {
      postings.push({
        id: postings.length + 1,
        entryID: Number(entryId),
        at: first.at.toISOString(),
        event: definitionFor(LEDGER_EVENT, first.event_type),
        debit: definitionFor(LEDGER_ACCOUNT, pair.debit),
        credit: definitionFor(LEDGER_ACCOUNT, pair.credit),
        amount: kopecksToRubles(pair.amountKopecks),
        reversesID: first.reverses_id === null ? null : Number(first.reverses_id),
        registryItemID: registryItemId,
        comment: null,
      });
    }
  }
  return postings;
}
