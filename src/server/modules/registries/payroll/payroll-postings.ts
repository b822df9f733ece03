import { sql, type RawBuilder } from "kysely";
import { listMeta, type ListMeta } from "#contract/kernel/paging.ts";
import type { LedgerAccountCode, LedgerEvent } from "#contract/ledger/ledger-accounts.ts";
import type { Posting } from "#contract/ledger/posting.ts";
import { formatMoney } from "#contract/values/money.ts";
import { pairLines, presentPosting } from "#server/money/ledger/index.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { RegistryRow } from "../registry-row.ts";
import type { PayrollItemRow } from "./payroll-items.ts";

interface LineRow {
  readonly entry_id: bigint;
  readonly at: Date;
  readonly event_type: LedgerEvent;
  readonly reverses_id: bigint | null;
  readonly code: LedgerAccountCode;
  readonly amount_kopecks: bigint;
  /** Account of the entry's line that serves the whole batch. */
  readonly counter: LedgerAccountCode | null;
}

/**
 * Postings of one row, from the hold to the bank's confirmation. Batch entries serve many rows:
 * where a row's own lines leave an entry open, the counterpart is the batch line with the row's
 * share. The hold of the whole registry and the bank's batch confirmations have no line of the row,
 * so the row's share is shown with the entry it belongs to.
 */
export async function itemPostings(
  trx: Trx,
  registry: RegistryRow,
  item: PayrollItemRow,
): Promise<Posting[]> {
  if (item.payout_id === null) return [];
  const one = sql`p.account_id = ${registry.account_id} AND p.id = ${item.payout_id}`;
  const itemId = Number(item.id);
  const own = present(await ownLines(trx, registry, one), itemId);
  return sortedByEntry([
    ...own,
    await shareOfHold(trx, registry, item),
    ...(await sharesOfConfirmations(trx, one, itemId)),
  ]);
}

/**
 * Postings of the registry, newest last: its hold, its release, and its share of each batch (a
 * batch may serve several registries of a customer).
 */
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
  const own = await ownLines(trx, registry, all);
  const known = new Set(whole.map((row) => row.entry_id));
  const postings = sortedByEntry([
    ...present(whole, null),
    ...present(
      own.filter((row) => !known.has(row.entry_id)),
      null,
    ),
    ...(await sharesOfConfirmations(trx, all, null)),
  ]);
  return {
    items: postings.slice((page - 1) * perPage, page * perPage),
    meta: listMeta(page, perPage, postings.length),
  };
}

/** Lines of the payouts `p`, summed by entry and account. */
async function ownLines(
  trx: Trx,
  registry: RegistryRow,
  payouts: RawBuilder<unknown>,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT e.id AS entry_id, e.at, e.event_type, e.reverses_id, a.code,
      sum(o.amount_kopecks)::bigint AS amount_kopecks,
      (SELECT c.code
        FROM postings b
        JOIN ledger_accounts c ON c.id = b.ledger_account_id
        WHERE b.entry_id = e.id AND b.at = e.at AND b.payout_id IS NULL
        LIMIT 1) AS counter
    FROM payouts p
    JOIN postings o ON o.payout_id = p.id
    JOIN ledger_entries e ON e.id = o.entry_id AND e.account_id = p.account_id
    JOIN ledger_accounts a ON a.id = o.ledger_account_id
    WHERE ${payouts} AND e.account_id = ${registry.account_id}
    GROUP BY e.id, a.code ORDER BY e.id, min(o.line)`.execute(trx);
  return rows;
}

function sortedByEntry(postings: readonly (Posting | null)[]): Posting[] {
  return postings
    .filter((posting) => posting !== null)
    .sort((one, other) => one.entryID - other.entryID)
    .map((posting, index) => ({ ...posting, id: index + 1 }));
}

interface EntryRow {
  readonly id: bigint;
  readonly at: Date;
  readonly total_kopecks: bigint;
}

async function shareOfHold(
  trx: Trx,
  registry: RegistryRow,
  item: PayrollItemRow,
): Promise<Posting | null> {
  const { rows } = await sql<EntryRow>`
    SELECT e.id, e.at, h.amount_kopecks AS total_kopecks FROM payouts p
    JOIN holds h ON h.account_id = p.account_id AND h.id = p.hold_id
    JOIN ledger_entries e ON e.source_type = h.purpose
      AND e.source_id = h.source_id
      AND e.event_type = 'HOLD'
      AND e.at = h.created_at
      AND e.account_id = h.account_id
    WHERE p.account_id = ${registry.account_id} AND p.id = ${item.payout_id}
    ORDER BY e.id DESC
    LIMIT 1`.execute(trx);
  const amount = (item.amount_kopecks ?? 0n) + (item.commission_kopecks ?? 0n);
  return rows[0]
    ? presentShare("HOLD", rows[0], {
        debit: "CUST_AVAIL",
        credit: "CUST_RES",
        amount,
        itemId: Number(item.id),
      })
    : null;
}

/**
 * Shares of the payouts `p`, without withheld tax, in the entries that booked the bank's
 * confirmations.
 */
async function sharesOfConfirmations(
  trx: Trx,
  payouts: RawBuilder<unknown>,
  itemId: number | null,
): Promise<Posting[]> {
  const { rows } = await sql<EntryRow & { share_kopecks: bigint }>`
    SELECT e.id, e.at, s.share_kopecks,
      (SELECT sum(o.amount_kopecks) FILTER (WHERE o.amount_kopecks > 0)
        FROM postings o
        WHERE o.entry_id = e.id AND o.at = e.at)::bigint AS total_kopecks
    FROM (SELECT entry_id, sum(p.amount_kopecks - p.tax_reserved_kopecks)::bigint AS share_kopecks
      FROM payouts p, unnest(p.confirmed_entry_ids) AS entry_id
      WHERE ${payouts}
      GROUP BY entry_id) s
    JOIN ledger_entries e ON e.id = s.entry_id ORDER BY e.id`.execute(trx);
  return rows.map((row) =>
    presentShare("PAYOUT_CONFIRMED", row, {
      debit: "BANK_OUT",
      credit: "BANK",
      amount: row.share_kopecks,
      itemId,
    }),
  );
}

function presentShare(
  event: LedgerEvent,
  entry: EntryRow,
  share: {
    debit: LedgerAccountCode;
    credit: LedgerAccountCode;
    amount: bigint;
    itemId: number | null;
  },
): Posting {
  const comment =
    entry.total_kopecks === share.amount
      ? null
      : `Доля ${share.itemId === null ? "реестра" : "строки"} в общей записи № ${entry.id} на ${formatMoney(entry.total_kopecks)}`;
  const posted = { entryId: entry.id, at: entry.at, event, reversesId: null };
  return presentPosting(
    posted,
    { debit: share.debit, credit: share.credit, amountKopecks: share.amount },
    { id: 0, registryItemID: share.itemId, comment },
  );
}

function present(rows: readonly LineRow[], registryItemId: number | null): Posting[] {
  const postings: Posting[] = [];
  const entries = groupBy(rows, (row) => row.entry_id);
  for (const [entryId, lines] of entries) {
    const first = lines[0] as LineRow;
    for (const pair of pairLines(
      first.event_type,
      lines.map((line) => ({ code: line.code, amountKopecks: line.amount_kopecks })),
      first.counter,
    )) {
      const posted = {
        entryId,
        at: first.at,
        event: first.event_type,
        reversesId: first.reverses_id,
      };
      postings.push(
        presentPosting(posted, pair, {
          id: postings.length + 1,
          registryItemID: registryItemId,
          comment: null,
        }),
      );
    }
  }
  return postings;
}
