import { sql, type RawBuilder } from "kysely";
import type { LedgerAccountCode, LedgerEvent } from "#contract/ledger/ledger-accounts.ts";
import type { Posting } from "#contract/ledger/posting.ts";
import { formatMoney } from "#contract/values/money.ts";
import { pairLines, presentPosting } from "#server/money/ledger/index.ts";
import { netPayOf } from "#server/data/net-pay.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface LineRow {
  readonly entry_id: bigint;
  readonly at: Date;
  readonly event_type: LedgerEvent;
  readonly reverses_id: bigint | null;
  readonly code: LedgerAccountCode;
  readonly amount_kopecks: bigint;
  /** Of the line that serves the whole batch. */
  readonly counter: LedgerAccountCode | null;
}

/**
 * From hold to confirmation or return. Batch entries serve many payouts: where its own lines leave
 * one open, the counterpart is the batch line with its share. A registry's hold and batch
 * confirmations have no line of the payout: its share is shown.
 *
 * @param itemId - the registry's row.
 */
export async function postingsOfPayout(
  trx: Trx,
  { accountId, payoutId }: { readonly accountId: number; readonly payoutId: bigint },
  itemId: number | null,
): Promise<Posting[]> {
  const one = sql`p.account_id = ${accountId} AND p.id = ${payoutId}`;
  return sortedByEntry([
    ...presentLines(await linesOfPayouts(trx, accountId, one), itemId),
    await shareOfHold(trx, one, itemId),
    ...(await sharesOfConfirmations(trx, one, "строки", itemId)),
  ]);
}

/** Summed by entry and account. */
export async function linesOfPayouts(
  trx: Trx,
  accountId: number,
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
    WHERE ${payouts} AND e.account_id = ${accountId}
    GROUP BY e.id, a.code ORDER BY e.id, min(o.line)`.execute(trx);
  return rows;
}

export function sortedByEntry(postings: readonly (Posting | null)[]): Posting[] {
  return postings
    .filter((posting) => posting !== null)
    .sort((one, other) => one.entryID - other.entryID)
    .map((posting, index) => ({ ...posting, id: index + 1 }));
}

/** «Доля строки в общей записи». */
type Whose = "строки" | "реестра";

interface EntryRow {
  readonly id: bigint;
  readonly at: Date;
  readonly total_kopecks: bigint;
}

async function shareOfHold(
  trx: Trx,
  payouts: RawBuilder<unknown>,
  itemId: number | null,
): Promise<Posting | null> {
  const { rows } = await sql<EntryRow & { share_kopecks: bigint }>`
    SELECT e.id, e.at, h.amount_kopecks AS total_kopecks,
      p.amount_kopecks + p.commission_kopecks AS share_kopecks
    FROM payouts p
    JOIN holds h ON h.account_id = p.account_id AND h.id = p.hold_id
    JOIN ledger_entries e ON e.source_type = h.purpose
      AND e.source_id = h.source_id
      AND e.event_type = 'HOLD'
      AND e.at = h.created_at
      AND e.account_id = h.account_id
    WHERE ${payouts}
    ORDER BY e.id DESC
    LIMIT 1`.execute(trx);
  return rows[0]
    ? presentShare("HOLD", rows[0], {
        debit: "CUST_AVAIL",
        credit: "CUST_RES",
        amount: rows[0].share_kopecks,
        whose: "строки",
        itemId,
      })
    : null;
}

/** Shares of payouts `p`, without withheld tax, in entries of the bank's confirmations. */
export async function sharesOfConfirmations(
  trx: Trx,
  payouts: RawBuilder<unknown>,
  whose: Whose,
  itemId: number | null,
): Promise<Posting[]> {
  const { rows } = await sql<EntryRow & { share_kopecks: bigint }>`
    SELECT e.id, e.at, s.share_kopecks,
      (SELECT sum(o.amount_kopecks) FILTER (WHERE o.amount_kopecks > 0)
        FROM postings o
        WHERE o.entry_id = e.id AND o.at = e.at)::bigint AS total_kopecks
    FROM (SELECT entry_id, sum(${netPayOf("p")})::bigint AS share_kopecks
      FROM payouts p, unnest(p.confirmed_entry_ids) AS entry_id
      WHERE ${payouts}
      GROUP BY entry_id) s
    JOIN ledger_entries e ON e.id = s.entry_id ORDER BY e.id`.execute(trx);
  return rows.map((row) =>
    presentShare("PAYOUT_CONFIRMED", row, {
      debit: "BANK_OUT",
      credit: "BANK",
      amount: row.share_kopecks,
      whose,
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
    whose: Whose;
    itemId: number | null;
  },
): Posting {
  const comment =
    entry.total_kopecks === share.amount
      ? null
      : `Доля ${share.whose} в общей записи № ${entry.id} на ${formatMoney(entry.total_kopecks)}`;
  const posted = { entryId: entry.id, at: entry.at, event, reversesId: null };
  return presentPosting(
    posted,
    { debit: share.debit, credit: share.credit, amountKopecks: share.amount },
    { id: 0, registryItemID: share.itemId, comment },
  );
}

export function presentLines(rows: readonly LineRow[], registryItemId: number | null): Posting[] {
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
