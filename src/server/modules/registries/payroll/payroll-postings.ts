import { sql } from "kysely";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { listMeta, type ListMeta } from "#contract/http/paging.ts";
import { LEDGER_ACCOUNT, LEDGER_EVENT, type LedgerAccountCode, type LedgerEvent } from "#contract/ledger/ledger-accounts.ts";
import type { Posting } from "#contract/ledger/posting.ts";
import { formatMoney, kopecksToRubles } from "#contract/values/money.ts";
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
  /** The entry's line that serves the whole batch. */
  readonly counter: LedgerAccountCode | null;
}

/**
 * The postings of one row, from the freezing of its money to the bank's word. Lines of a batch serve many rows at once: where a row's own
 * lines leave an entry open, the other side is the entry's line for the batch, with the row's share. Two steps have no line of the row at
 * all, the hold of the whole registry and the bank's confirmation of a batch: the row's share of them says of which entry it is a part.
 */
export async function itemPostings(trx: Trx, registry: RegistryRow, item: PayrollItemRow): Promise<Posting[]> {
  if (item.payout_id === null) return [];
  const { rows } = await sql<LineRow>`
    SELECT e.id AS entry_id, e.at, e.event_type, e.reverses_id, a.code, p.amount_kopecks, p.payout_id,
      (SELECT c.code FROM postings o JOIN ledger_accounts c ON c.id = o.ledger_account_id WHERE o.entry_id = e.id AND o.at = e.at AND o.payout_id IS NULL LIMIT 1) AS counter
    FROM postings p JOIN ledger_entries e ON e.id = p.entry_id JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE p.payout_id = ${item.payout_id} AND e.account_id = ${registry.account_id} ORDER BY e.id, p.line`.execute(trx);
  const own = present(rows, Number(item.id));
  const sentEntry = rows.filter((row) => row.event_type === "PAYOUT_SENT").at(-1)?.entry_id ?? null;
  const shares = [await shareOfHold(trx, registry, item), item.paid_at === null || sentEntry === null ? null : await shareOfConfirmation(trx, registry, item, { after: sentEntry, at: item.paid_at })];
  return [...own, ...shares.filter((share) => share !== null)].sort((one, other) => one.entryID - other.entryID).map((posting, index) => ({ ...posting, id: index + 1 }));
}

interface EntryRow {
  readonly id: bigint;
  readonly at: Date;
  readonly total_kopecks: bigint;
}

async function shareOfHold(trx: Trx, registry: RegistryRow, item: PayrollItemRow): Promise<Posting | null> {
  const { rows } = await sql<EntryRow>`
    SELECT e.id, e.at, h.amount_kopecks AS total_kopecks FROM payouts p
    JOIN holds h ON h.account_id = p.account_id AND h.id = p.hold_id
    JOIN ledger_entries e ON e.source_type = h.purpose AND e.source_id = h.source_id AND e.event_type = 'HOLD' AND e.at = h.created_at AND e.account_id = h.account_id
    WHERE p.account_id = ${registry.account_id} AND p.id = ${item.payout_id} ORDER BY e.id DESC LIMIT 1`.execute(trx);
  const amount = (item.amount_kopecks ?? 0n) + (item.commission_kopecks ?? 0n);
  return rows[0] ? presentShare("HOLD", rows[0], { debit: "CUST_AVAIL", credit: "CUST_RES", amount, itemId: Number(item.id) }) : null;
}

/** The entry that was posted with the payout's day of payment, after its sending. */
async function shareOfConfirmation(trx: Trx, registry: RegistryRow, item: PayrollItemRow, sent: { after: bigint; at: Date }): Promise<Posting | null> {
  const { rows } = await sql<EntryRow>`
    SELECT e.id, e.at, (SELECT sum(o.amount_kopecks) FILTER (WHERE o.amount_kopecks > 0) FROM postings o WHERE o.entry_id = e.id AND o.at = e.at)::bigint AS total_kopecks
    FROM ledger_entries e WHERE e.account_id = ${registry.account_id} AND e.id > ${sent.after} AND e.event_type = 'PAYOUT_CONFIRMED' AND e.at = ${sent.at} ORDER BY e.id LIMIT 1`.execute(trx);
  return rows[0] ? presentShare("PAYOUT_CONFIRMED", rows[0], { debit: "BANK_OUT", credit: "BANK", amount: item.amount_kopecks ?? 0n, itemId: Number(item.id) }) : null;
}

function presentShare(event: LedgerEvent, entry: EntryRow, share: { debit: LedgerAccountCode; credit: LedgerAccountCode; amount: bigint; itemId: number }): Posting {
  return {
    id: 0,
    entryID: Number(entry.id),
    at: entry.at.toISOString(),
    event: definitionFor(LEDGER_EVENT, event),
    debit: definitionFor(LEDGER_ACCOUNT, share.debit),
    credit: definitionFor(LEDGER_ACCOUNT, share.credit),
    amount: kopecksToRubles(share.amount),
    reversesID: null,
    registryItemID: share.itemId,
    comment: entry.total_kopecks === share.amount ? null : `Доля строки в общей записи № ${entry.id} на ${formatMoney(entry.total_kopecks)}`,
  };
}

/** Entries of the whole registry: its hold, its release, and what each batch moved, newest last. */
export async function registryPostings(trx: Trx, registry: RegistryRow, { page, perPage }: { page: number; perPage: number }): Promise<{ items: Posting[]; meta: ListMeta }> {
  const entries = sql`
    SELECT e.id FROM ledger_entries e WHERE e.account_id = ${registry.account_id} AND e.source_type = 'registry' AND e.source_id = ${registry.id}
    UNION
    SELECT p.entry_id FROM postings p JOIN payouts o ON o.id = p.payout_id WHERE o.account_id = ${registry.account_id} AND o.registry_id = ${registry.id}`;
  const { rows } = await sql<LineRow>`
    SELECT e.id AS entry_id, e.at, e.event_type, e.reverses_id, a.code, sum(p.amount_kopecks)::bigint AS amount_kopecks, NULL::bigint AS payout_id, NULL AS counter
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
    for (const pair of pairLines(first.event_type, lines.map((line) => ({ code: line.code, amountKopecks: line.amount_kopecks })), first.counter)) {
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
