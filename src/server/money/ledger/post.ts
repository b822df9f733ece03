import { sql } from "kysely";
import type { LedgerAccountCode, LedgerEvent } from "#contract/ledger/ledger-accounts.ts";
import { AppError } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { nextId } from "#server/data/next-id.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { lockedWallet } from "./locked-wallet.ts";

/** Kopecks. Debit is positive, credit negative. */
export interface PostingLine {
  readonly code: LedgerAccountCode;
  /**
   * The customer; 0: the platform.
   *
   * Decision: accrued pay, commission, VAT and money in transit are kept per customer, neither per
   * worker nor in one row for all. A batch of a thousand payouts moves five balances, and batches
   * of different customers never wait for each other. The debt to a worker is the sum of his
   * payouts, named by their postings.
   */
  readonly accountId?: number;
  /** Worker of WORK_AVAIL, WORK_TAX and WORK_DEBT. */
  readonly workmanId?: number;
  /** yyyyMM of a tax reserve. */
  readonly period?: string;
  readonly amountKopecks: bigint;
  readonly payoutId?: bigint;
}

export interface LedgerEntry {
  /** From `takeEntryIds`; a new id by default. */
  readonly id?: bigint;
  readonly event: LedgerEvent;
  /** Unique: the same event, source and attempt are rejected the second time. */
  readonly source: {
    readonly type:
      | "invoice"
      | "incoming-payment"
      | "registry"
      | "registry-batch"
      | "payout"
      | "withdrawal"
      | "correction"
      | "offer"
      | "tax-payment"
      | "ledger-entry"
      | "platform-act";
    readonly id: bigint | number;
    readonly attempt?: number;
  };
  /** `null` when the lines belong to several. */
  readonly accountId: number | null;
  readonly at: Date;
  /** Moscow day, yyyy-MM-dd. */
  readonly businessDate: string;
  readonly reversesId?: bigint;
  readonly lines: readonly PostingLine[];
}

export type CustomerEntry = LedgerEntry & { readonly accountId: number };

/** An account that may not be negative would become so. */
export class LedgerShortage extends AppError {
  readonly short: LedgerAccountCode;

  constructor(short: LedgerAccountCode) {
    super("insufficient_funds");
    this.short = short;
  }
}

/**
 * The only writer of money: adds an entry and moves the balances in the caller's transaction. Each
 * balance moves by one conditional statement, so it cannot pass below zero under concurrency; at
 * commit the database checks that the entry sums to zero.
 *
 * @param first - entries of the same customer that move balances before this one does. Counters of his
 * operations, which move as lines are written, are locked before any balance, and his balances in
 * order of id before several entries move them.
 * @returns the entry's id.
 * @throws LedgerShortage when a balance would become negative; unique violation when the event was
 * posted already.
 */
export async function post(
  trx: Trx,
  entry: LedgerEntry,
  first?: () => Promise<unknown>,
): Promise<bigint> {
  const lines = moneyOf(entry);
  const entryId = await writeEntry(trx, entry, lines);
  if (first) {
    if (entry.accountId !== null) await lockCustomers(trx, [entry.accountId]);
    await first();
  }
  await moveBalances(trx, lines);
  for (const workmanId of debtorsOf(lines)) await takeDebt(trx, entry, { entryId, workmanId });
  return entryId;
}

/** Whose wallet has received something, or whose debt has grown. */
function debtorsOf(lines: readonly PostingLine[]): Iterable<number> {
  const touched = lines.filter(
    ({ code, amountKopecks: amount }) =>
      (code === "WORK_AVAIL" && amount < 0n) || (code === "WORK_DEBT" && amount > 0n),
  );
  return new Set(touched.flatMap(({ workmanId }) => workmanId ?? []));
}

/**
 * A worker's debt is taken first from whatever comes to his wallet: there is never money beside a
 * debt. The wallet is locked before the debt.
 */
async function takeDebt(
  trx: Trx,
  { at, businessDate }: LedgerEntry,
  { entryId, workmanId }: { readonly entryId: bigint; readonly workmanId: number },
): Promise<void> {
  const wallet = await lockedWallet(trx, workmanId);
  const { rows } = await sql<{ debt: bigint }>`
    SELECT balance_kopecks AS debt
    FROM ledger_accounts
    WHERE account_id = 0 AND workman_id = ${workmanId} AND code = 'WORK_DEBT' AND balance_kopecks > 0
    FOR NO KEY UPDATE`.execute(trx);
  const debt = rows[0]?.debt ?? 0n;
  const taken = wallet < debt ? wallet : debt;
  if (taken <= 0n) return;
  await post(trx, {
    event: "DEBT_TAKEN",
    source: { type: "ledger-entry", id: entryId },
    accountId: null,
    at,
    businessDate,
    lines: [
      { code: "WORK_AVAIL", workmanId, amountKopecks: taken },
      { code: "WORK_DEBT", workmanId, amountKopecks: -taken },
    ],
  });
}

/**
 * For several customers: writes all rows, then locks the customers and moves their balances in one
 * statement. Only from there to the commit do other batches of theirs wait.
 *
 * @param customers - also those without an entry that the caller writes for under these locks.
 */
export async function postBatch(
  trx: Trx,
  entries: readonly CustomerEntry[],
  customers: readonly number[],
): Promise<void> {
  // Counters of a customer's operations move with the lines: all batches take them in one order.
  const sorted = [...entries].sort((one, other) => one.accountId - other.accountId);
  const written: PostingLine[] = [];
  for (const entry of sorted) {
    const lines = moneyOf(entry);
    await writeEntry(trx, entry, lines);
    written.push(...lines);
  }
  await lockCustomers(trx, customers);
  await moveBalances(trx, written);
}

/** For rows that name entries posted later. */
export async function takeEntryIds(trx: Trx, count: number): Promise<bigint[]> {
  const { rows } = await sql<{
    id: bigint;
  }>`
    SELECT ${nextId("ledger_entries")} AS id FROM generate_series(1, ${count}::integer)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

function moneyOf(entry: LedgerEntry): readonly PostingLine[] {
  return entry.lines.filter((line) => line.amountKopecks !== 0n);
}

async function writeEntry(
  trx: Trx,
  entry: LedgerEntry,
  lines: readonly PostingLine[],
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO ledger_entries (id, account_id, event_type, source_type, source_id, attempt,
      reverses_id, at, business_date) OVERRIDING SYSTEM VALUE
    VALUES (${entry.id ?? nextId("ledger_entries")}, ${entry.accountId}, ${entry.event},
      ${entry.source.type}, ${entry.source.id}, ${entry.source.attempt ?? 1},
      ${entry.reversesId ?? null}, ${entry.at}, ${entry.businessDate}::date)
    RETURNING id`.execute(trx);
  const entryId = rows[0]?.id as bigint;

  const written = await insertPostings(trx, entryId, entry.at, lines);
  if (written < lines.length) {
    // Rare: looked for only when a line found no account.
    await openAccounts(trx, lines);
    const rest = await insertPostings(trx, entryId, entry.at, lines, true);
    if (written + rest !== lines.length)
      throw new Error(`entry ${entryId}: not every line found its account`);
  }
  // Screens reload the header's balance after the commit.
  const customers = new Set(
    lines
      .filter((line) => line.code === "CUST_AVAIL" || line.code === "CUST_RES")
      .map((line) => line.accountId),
  );
  for (const accountId of customers)
    await announce(trx, { to: `account:${accountId}`, resource: "accounts" });
  return entryId;
}

/**
 * With `onlyMissing`, lines not added yet; returns their number. Each account is looked up once: a
 * batch has thousands of lines and five accounts.
 */
async function insertPostings(
  trx: Trx,
  entryId: bigint,
  at: Date,
  lines: readonly PostingLine[],
  onlyMissing = false,
): Promise<number> {
  const places = new Map<string, number>();
  const accounts: PostingLine[] = [];
  const placeOf = (line: PostingLine) => {
    const key = keyOf(line);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, accounts.push(line));
    return accounts.length;
  };
  const linePlaces = lines.map(placeOf);
  const result = await sql`
    WITH account AS MATERIALIZED (
      SELECT array_agg(a.id ORDER BY k.place) AS ids
      FROM unnest(${accounts.map((line) => line.code)}::text[],
        ${numberArray(accounts.map((line) => line.accountId ?? 0))}::integer[],
        ${numberArray(accounts.map((line) => line.workmanId ?? 0))}::integer[],
        ${accounts.map((line) => line.period ?? "")}::text[]) WITH ORDINALITY AS k(code, account_id,
          workman_id, period, place)
      LEFT JOIN ledger_accounts a ON a.account_id = k.account_id
        AND a.workman_id = k.workman_id
        AND a.code = k.code
        AND a.period = k.period
    )
    INSERT INTO postings (entry_id, line, ledger_account_id, amount_kopecks, payout_id, at)
    SELECT ${entryId}, l.line, account.ids[l.place], l.amount, l.payout_id, ${at}
    FROM account,
      unnest(${numberArray(linePlaces)}::integer[],
        ${numberArray(lines.map((line) => line.amountKopecks))}::bigint[],
        ${numberArray(lines.map((line) => line.payoutId ?? null))}::bigint[])
      WITH ORDINALITY AS l(place, amount, payout_id, line)
    WHERE account.ids[l.place] IS NOT NULL
      ${
        onlyMissing
          ? sql`
        AND l.line NOT IN (SELECT p.line
          FROM postings p
          WHERE p.entry_id = ${entryId} AND p.at = ${at})`
          : sql``
      }`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

async function openAccounts(trx: Trx, lines: readonly PostingLine[]): Promise<void> {
  const keys = new Map(lines.map((line) => [keyOf(line), line]));
  const distinct = [...keys.values()];
  await sql`
    INSERT INTO ledger_accounts (code, account_id, workman_id, period, may_be_negative)
    SELECT l.code, l.account_id, l.workman_id, l.period, k.may_be_negative
    FROM unnest(${distinct.map((line) => line.code)}::text[],
      ${distinct.map((line) => line.accountId ?? 0)}::integer[],
      ${distinct.map((line) => line.workmanId ?? 0)}::integer[],
      ${distinct.map((line) => line.period ?? "")}::text[]) AS l(code, account_id, workman_id,
        period)
    JOIN ledger_account_kinds k ON k.code = l.code
    WHERE NOT EXISTS (SELECT FROM ledger_accounts a
      WHERE a.account_id = l.account_id
        AND a.workman_id = l.workman_id
        AND a.code = l.code
        AND a.period = l.period)
    ORDER BY l.account_id, l.workman_id, l.code, l.period
    ON CONFLICT DO NOTHING`.execute(trx);
}

/**
 * In order of id: batches that share customers and write for them more than once could deadlock.
 */
async function lockCustomers(trx: Trx, accountIds: Iterable<number>): Promise<void> {
  await sql`
    SELECT id
    FROM ledger_accounts
    WHERE account_id = ANY (${[...new Set(accountIds)]}::integer[]) AND workman_id = 0
    ORDER BY id
    FOR NO KEY UPDATE`.execute(trx);
}

async function moveBalances(trx: Trx, lines: readonly PostingLine[]): Promise<void> {
  const sums = new Map<string, { line: PostingLine; debit: bigint }>();
  for (const line of lines) {
    const key = keyOf(line);
    sums.set(key, { line, debit: (sums.get(key)?.debit ?? 0n) + line.amountKopecks });
  }
  // An account that only passes money on (accrued and sent at once) keeps its balance.
  const moved = [...sums.values()]
    .filter(({ debit }) => debit !== 0n)
    .sort((a, b) => (keyOf(a.line) < keyOf(b.line) ? -1 : 1));
  if (moved.length === 0) return;
  const columns = {
    codes: moved.map(({ line }) => line.code),
    accounts: moved.map(({ line }) => line.accountId ?? 0),
    workmen: moved.map(({ line }) => line.workmanId ?? 0),
    periods: moved.map(({ line }) => line.period ?? ""),
    debits: moved.map(({ debit }) => debit),
  };
  // The same order everywhere, so batches over the same workers cannot deadlock.
  const { rows } = await sql<{
    code: LedgerAccountCode;
    account_id: number;
    workman_id: number;
    period: string;
  }>`
    WITH change AS MATERIALIZED (
      SELECT a.id, c.debit * k.side AS delta
      FROM unnest(${columns.codes}::text[], ${columns.accounts}::integer[],
        ${columns.workmen}::integer[], ${columns.periods}::text[],
        ${columns.debits}::bigint[]) AS c(code, account_id, workman_id, period, debit)
      JOIN ledger_accounts a ON a.account_id = c.account_id
        AND a.workman_id = c.workman_id
        AND a.code = c.code
        AND a.period = c.period
      JOIN ledger_account_kinds k ON k.code = c.code
      ORDER BY a.id FOR NO KEY UPDATE OF a
    )
    UPDATE ledger_accounts a SET balance_kopecks = a.balance_kopecks + change.delta
    FROM change
    WHERE a.id = change.id AND (a.may_be_negative OR a.balance_kopecks + change.delta >= 0)
    RETURNING a.code, a.account_id, a.workman_id, a.period`.execute(trx);
  if (rows.length === moved.length) return;
  const done = new Set(
    rows.map((row) =>
      keyOf({
        code: row.code,
        accountId: row.account_id,
        workmanId: row.workman_id,
        period: row.period,
      }),
    ),
  );
  const missing = moved.find(({ line }) => !done.has(keyOf(line)));
  throw new LedgerShortage(missing?.line.code ?? "CUST_AVAIL");
}

function keyOf(line: Pick<PostingLine, "code" | "accountId" | "workmanId" | "period">): string {
  return `${line.code}:${line.accountId ?? 0}:${line.workmanId ?? 0}:${line.period ?? ""}`;
}
