import { sql, type RawBuilder } from "kysely";
import type { LedgerAccountCode, LedgerEvent } from "#contract/ledger/ledger-accounts.ts";
import type { Posting } from "#contract/ledger/posting.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { pairLines, presentPosting } from "#server/money/ledger/index.ts";
import { AppError } from "#server/http/app-error.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import { EVERYTHING, operationLines, type Owner } from "./operation-lines.ts";

const PART = 2;
const LINES = 16_384;
interface LineOfEntry {
  readonly event_type: LedgerEvent;
  readonly at: Date;
  readonly reverses_id: bigint | null;
  readonly code: LedgerAccountCode;
  readonly amount_kopecks: bigint;
}

/**
 * Their sum is the operation's amount. A batch is one entry of many payouts: shows the payout's
 * lines and its share of the batch.
 *
 * @param id - entry, line and part in one number.
 * @param projectIds - the only ones within reach.
 * @throws AppError `not_found`.
 */
export async function postingsOfOperation(
  ask: PreparedQuery,
  owner: Owner,
  projectIds: readonly number[] | undefined,
  id: number,
): Promise<Posting[]> {
  const entryId = Math.floor(id / LINES);
  const line = Math.floor((id % LINES) / PART);
  const part = id % PART;
  const [entry] = await ask(sql<{ at: Date }>`SELECT at FROM ledger_entries WHERE id = ${entryId}`);
  if (!entry) throw new AppError("not_found");
  const day = moscowDate(entry.at);
  const lines = operationLines({
    owner,
    filters: { ...EVERYTHING, periodStart: day, periodEnd: day, projectIds },
    order: sql`1`,
    limit: null,
  });
  const [operation] = await ask(sql<{ payout_id: bigint | null; code: LedgerAccountCode }>`
    SELECT o.payout_id, a.code FROM (${lines}) o
    JOIN postings p ON p.entry_id = o.entry_id AND p.line = o.line AND p.at = o.at
    JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE o.entry_id = ${entryId} AND o.line = ${line} AND o.part = ${part}`);
  if (!operation) throw new AppError("not_found");
  const own = ofOwner(owner, operation.payout_id);
  const [rows, [counter]] = await Promise.all([
    ask(sql<LineOfEntry>`
      SELECT e.event_type, e.at, e.reverses_id, a.code,
        sum(p.amount_kopecks)::bigint AS amount_kopecks
      FROM ledger_entries e
      JOIN postings p ON p.entry_id = e.id AND p.at = e.at
      JOIN ledger_accounts a ON a.id = p.ledger_account_id
      WHERE e.id = ${entryId} AND ${own}
      GROUP BY e.id, a.code
      HAVING sum(p.amount_kopecks) <> 0
      ORDER BY min(p.line)`),
    ask(sql<{ code: LedgerAccountCode }>`
      SELECT a.code FROM postings p JOIN ledger_accounts a ON a.id = p.ledger_account_id
      WHERE p.entry_id = ${entryId} AND p.at = ${entry.at} AND p.payout_id IS NULL
      ORDER BY p.line
      LIMIT 1`),
  ]);
  const [first] = rows;
  if (!first) throw new AppError("not_found");
  const isOfOperation =
    operation.code === "CUST_RES"
      ? (other: LedgerAccountCode) => (other === "WORK_ACCRUED") === (part === 0)
      : () => true;
  return pairLines(
    first.event_type,
    rows.map(({ code, amount_kopecks }) => ({ code, amountKopecks: amount_kopecks })),
    counter?.code ?? null,
  )
    .filter(
      ({ debit, credit }) =>
        (debit === operation.code && isOfOperation(credit)) ||
        (credit === operation.code && isOfOperation(debit)),
    )
    .map((pair, index) =>
      presentPosting(
        {
          entryId: BigInt(entryId),
          at: first.at,
          event: first.event_type,
          reversesId: first.reverses_id,
        },
        pair,
        { id: index + 1, registryItemID: null, comment: null },
      ),
    );
}

function ofOwner(owner: Owner, payoutId: bigint | null): RawBuilder<unknown> {
  if (payoutId !== null) return sql`p.payout_id = ${payoutId}`;
  return owner.side === "account"
    ? sql`a.account_id IN (0, ${owner.accountId})`
    : sql`a.workman_id IN (0, ${owner.workmanId})`;
}
