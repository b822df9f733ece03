import { sql, type RawBuilder } from "kysely";
import { expect } from "vitest";
import { auditLedger } from "#server/money/ledger/index.ts";
import type { World } from "./world.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

/** An order that the bank has executed and not sent back. */
const IS_DONE = sql`(b.failure_reason IS NULL AND b.answer_at <= c.now
  AND (b.held_until IS NULL OR b.held_until <= c.now)
  AND (b.return_at IS NULL OR b.return_at > c.now))`;
/** An income that stands with the tax service. */
const IS_LIVE = sql`(i.error IS NULL AND i.answer_at <= c.now AND i.canceled_at IS NULL)`;
/** The worker has earned the payout's money. */
const IS_EARNED = sql`p.state IN ('READY', 'SENT', 'PAID', 'RETURNED', 'FAILED')`;
/** Orders that the bank has executed, by what they are of: each try has a number of its own. */
const DONE_ORDERS = sql`
  (SELECT CASE WHEN b.order_id LIKE 'withdrawal-%' THEN b.order_id
      ELSE regexp_replace(b.order_id, '-[0-9]+$', '') END AS owner,
      count(*) AS count, sum(b.amount_kopecks) AS sum
    FROM sandbox.bank_orders b CROSS JOIN c
    WHERE ${IS_DONE}
    GROUP BY 1)`;
const OPERATION = sql`r.account_id || '-' || r.payout_id
  || CASE WHEN r.reissue_no > 0 THEN '-' || r.reissue_no ELSE '' END`;

/** Sum of an account of the ledger, positive when it is what its kind usually has. */
const balance = (code: string, where: RawBuilder<unknown> = sql`true`) => sql`
  (SELECT coalesce(sum(a.balance_kopecks), 0)
    FROM ledger_accounts a
    WHERE a.code = ${sql.lit(code)} AND ${where})`;

/**
 * What must hold whenever nothing is under way: a query for each, whose rows are what is wrong.
 * `c.now` is the product's time.
 */
const RULES: Readonly<Record<string, RawBuilder<unknown>>> = {
  "the bank's account is the ledger's, to the kopeck": sql`
    SELECT booked, real FROM (
      SELECT ${balance("BANK")} AS booked,
        (SELECT coalesce(sum(amount_kopecks), 0) FROM sandbox.bank_incomes)
          + (SELECT coalesce(sum(amount_kopecks), 0) FROM sandbox.bank_statement)
          + (SELECT coalesce(sum(p.amount_kopecks), 0)
            FROM ledger_entries e
            JOIN postings p ON p.entry_id = e.id
            JOIN ledger_accounts a ON a.id = p.ledger_account_id AND a.code = 'BANK'
            WHERE e.event_type = 'CORRECTION')
          - (SELECT coalesce(sum(b.amount_kopecks), 0)
            FROM sandbox.bank_orders b WHERE ${IS_DONE}) AS real
      FROM c) s
    WHERE booked <> real`,
  "nothing is on its way": sql`
    SELECT code, balance_kopecks FROM ledger_accounts
    WHERE code IN ('BANK_OUT', 'BANK_TAX_OUT') AND balance_kopecks <> 0`,
  "a payout is paid once, the worker's part, and only when the bank has done it": sql`
    SELECT p.id, p.state, p.amount_kopecks, p.tax_reserved_kopecks, b.count, b.sum
    FROM payouts p
    LEFT JOIN ${DONE_ORDERS} b ON b.owner = p.account_id || '-' || p.id
    WHERE coalesce(b.count, 0) <> CASE WHEN p.state = 'PAID' THEN 1 ELSE 0 END
      OR (p.state = 'PAID' AND b.sum <> p.amount_kopecks - p.tax_reserved_kopecks - p.debt_taken_kopecks)`,
  "a withdrawal is paid when the bank has done it": sql`
    SELECT w.id, w.state, b.sum
    FROM withdrawals w
    LEFT JOIN ${DONE_ORDERS} b ON b.owner = 'withdrawal-' || w.id
    WHERE coalesce(b.sum, 0) <> CASE WHEN w.state = 'PAID' THEN w.amount_kopecks - w.fee_kopecks ELSE 0 END`,
  "a tax is paid once, when the bank has done it": sql`
    SELECT t.id, t.state, t.paid_kopecks, b.sum
    FROM tax_payments t
    LEFT JOIN ${DONE_ORDERS} b ON b.owner = 'tax-' || t.id
    WHERE coalesce(b.sum, 0) <> CASE WHEN t.state = 'PAID' THEN t.paid_kopecks ELSE 0 END`,
  "money goes back to an unknown payer once, when the bank has done it": sql`
    SELECT p.id, p.return_state, b.sum
    FROM incoming_payments p
    LEFT JOIN ${DONE_ORDERS} b ON b.owner = 'return-' || p.id
    WHERE coalesce(b.sum, 0) <> CASE WHEN p.return_state = 'RETURNED' THEN p.amount_kopecks ELSE 0 END`,
  "a line of the statement is somebody's, or unidentified": sql`
    SELECT booked, real FROM (
      SELECT ${balance("UNIDENTIFIED")} AS booked,
        (SELECT coalesce(sum(amount_kopecks), 0) FROM incoming_payments
          WHERE account_id IS NULL AND return_state IS NULL) AS real) s
    WHERE booked <> real`,
  "an income of the tax service is a receipt, and a receipt an income": sql`
    SELECT i.operation_id, i.amount_kopecks, r.payout_id, r.state, r.amount_kopecks
    FROM (SELECT i.* FROM sandbox.tax_incomes i, c WHERE ${IS_LIVE}) i
    FULL JOIN (SELECT r.*, ${OPERATION} AS operation_id
      FROM receipts r WHERE r.state = 'REGISTERED') r ON r.operation_id = i.operation_id
    WHERE i.receipt_id IS DISTINCT FROM r.tax_receipt_id
      OR i.amount_kopecks IS DISTINCT FROM r.amount_kopecks`,
  "what was given back has no income, unless it was annulled before": sql`
    SELECT r.payout_id, i.answer_at, i.canceled_at, e.at
    FROM receipts r
    JOIN sandbox.tax_incomes i ON i.operation_id = ${OPERATION} AND i.error IS NULL
    JOIN ledger_entries e ON e.source_type = 'payout'
      AND e.source_id = r.payout_id
      AND e.account_id = r.account_id
      AND e.event_type = 'HOLD_RELEASE'
    -- Processes' clocks are that far apart.
    WHERE i.canceled_at IS NULL OR i.canceled_at > e.at + interval '3 minutes'`,
  "no income without money": sql`
    SELECT p.id, p.state, r.state FROM receipts r
    JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
    WHERE r.state = 'REGISTERED' AND NOT ${IS_EARNED}`,
  "no money without income, unless it was annulled afterwards": sql`
    SELECT p.id, p.state, r.state FROM payouts p
    LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
    WHERE p.state IN ('PAID', 'SENT', 'READY')
      AND (r.state IS NULL OR r.state NOT IN ('REGISTERED', 'REVERSED_BY_PLATFORM',
        'REVERSED_BY_WORKMAN') AND r.reissue_no = 0)`,
  "the tax of each receipt is kept, for whom the platform pays it": sql`
    SELECT p.id, r.reissue_no, t.state FROM receipts r
    JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
    JOIN workmen w ON w.id = r.workman_id AND w.tax_payer = 'PLATFORM'
    LEFT JOIN tax_reserves t ON t.account_id = r.account_id AND t.payout_id = r.payout_id
    WHERE r.state = 'REGISTERED'
      AND (t.state IS NULL OR t.state = 'RELEASED')
      -- What he has taken out of the wallet cannot be kept again.
      AND NOT (r.reissue_no > 0
        AND EXISTS (SELECT FROM withdrawals d WHERE d.workman_id = r.workman_id))`,
  "the reserve of a month is what is kept for it": sql`
    SELECT coalesce(k.workman_id, a.workman_id) AS workman_id, k.sum, a.balance_kopecks
    FROM (SELECT workman_id, period, sum(amount_kopecks) AS sum
      FROM tax_reserves WHERE state = 'HELD' GROUP BY workman_id, period) k
    FULL JOIN (SELECT * FROM ledger_accounts WHERE code = 'WORK_TAX') a
      ON a.workman_id = k.workman_id AND a.period = k.period
    WHERE coalesce(k.sum, 0) <> coalesce(a.balance_kopecks, 0)`,
  "a reserve goes to the wallet only with pay that is final": sql`
    SELECT t.payout_id, p.state, p.paid_at
    FROM tax_reserves t
    JOIN payouts p ON p.account_id = t.account_id AND p.id = t.payout_id
    JOIN ledger_entries e ON e.source_type = 'payout'
      AND e.source_id = p.id
      AND e.account_id = p.account_id
      AND e.event_type = 'TAX_REFUNDED'
    WHERE t.state = 'RELEASED' AND p.paid_at > e.at - interval '10 days'`,
  "there is never money beside a debt": sql`
    SELECT d.workman_id, d.balance_kopecks AS debt, a.balance_kopecks AS wallet
    FROM ledger_accounts d
    JOIN ledger_accounts a ON a.workman_id = d.workman_id AND a.code = 'WORK_AVAIL'
    WHERE d.code = 'WORK_DEBT' AND d.balance_kopecks > 0 AND a.balance_kopecks > 0`,
  "the budget is owed what is ordered for tomorrow": sql`
    SELECT booked, real FROM (
      SELECT ${balance("TAX_BUDGET")} AS booked,
        (SELECT coalesce(sum(paid_kopecks), 0) FROM tax_payments WHERE state = 'ORDERED') AS real) s
    WHERE booked <> real`,
  "a company has what it paid in less what was earned, each thing given back once": sql`
    SELECT k.id, booked, real FROM (
      SELECT k.id, ${balance("CUST_AVAIL", sql`a.account_id = k.id`)}
          + ${balance("CUST_RES", sql`a.account_id = k.id`)} AS booked,
        (SELECT coalesce(-sum(l.amount_kopecks), 0)
          FROM ledger_entries e
          JOIN postings l ON l.entry_id = e.id
          JOIN ledger_accounts a ON a.id = l.ledger_account_id
            AND a.code = 'CUST_AVAIL'
            AND a.account_id = k.id
          WHERE e.event_type = 'INVOICE_PAID')
        - (SELECT coalesce(sum(p.amount_kopecks + p.commission_kopecks), 0)
          FROM payouts p WHERE p.account_id = k.id AND ${IS_EARNED}) AS real
      FROM accounts k) k
    WHERE booked <> real`,
  "frozen is what waits to be earned": sql`
    SELECT k.id, booked, real FROM (
      SELECT k.id, ${balance("CUST_RES", sql`a.account_id = k.id`)} AS booked,
        (SELECT coalesce(sum(amount_kopecks + commission_kopecks), 0) FROM payouts
          WHERE account_id = k.id
            AND state IN ('ACT_PENDING', 'RECEIPT_PENDING', 'RECEIPT_FAILED'))
        + (SELECT coalesce(sum(amount_kopecks + commission_kopecks), 0) FROM registries
          WHERE account_id = k.id
            AND (state = 'SCHEDULED' OR (state = 'EXECUTING' AND NOT payouts_opened)))
        -- A result whose payment was given up is to be accepted, and frozen, again.
        + (SELECT coalesce(sum(amount_kopecks + commission_kopecks), 0) FROM job_offers o
          WHERE account_id = k.id
            AND state IN ('ACCEPTED', 'INPROGRESS', 'COMPLETED', 'ARBITRATION')
            AND o.hold_id IS NOT NULL) AS real
      FROM accounts k) k
    WHERE booked <> real`,
  "the platform has its commission of what was earned, with its VAT": sql`
    SELECT k.id, booked, real FROM (
      SELECT k.id, ${balance("REV_COMM", sql`a.account_id = k.id`)}
          + ${balance("VAT_BUDGET", sql`a.account_id = k.id`)} AS booked,
        (SELECT coalesce(sum(p.commission_kopecks), 0) FROM payouts p
          WHERE p.account_id = k.id AND ${IS_EARNED}) AS real
      FROM accounts k) k
    WHERE booked <> real`,
  "workers are owed what has not reached them": sql`
    SELECT k.id, booked, real FROM (
      SELECT k.id, ${balance("WORK_ACCRUED", sql`a.account_id = k.id`)} AS booked,
        (SELECT coalesce(sum(p.amount_kopecks - p.tax_reserved_kopecks - p.debt_taken_kopecks), 0) FROM payouts p
          WHERE p.account_id = k.id AND p.state IN ('READY', 'RETURNED', 'FAILED')) AS real
      FROM accounts k) k
    WHERE booked <> real`,
  "a wallet has what came into it less what was taken out": sql`
    SELECT w.id, booked, real FROM (
      SELECT w.id, ${balance("WORK_AVAIL", sql`a.workman_id = w.id`)} AS booked,
        (SELECT coalesce(-sum(l.amount_kopecks), 0)
          FROM ledger_accounts a
          JOIN postings l ON l.ledger_account_id = a.id
          JOIN ledger_entries e ON e.id = l.entry_id
          WHERE a.code = 'WORK_AVAIL'
            AND a.workman_id = w.id
            AND e.event_type NOT LIKE 'WITHDRAWAL%')
        - (SELECT coalesce(sum(amount_kopecks), 0) FROM withdrawals d
          WHERE d.workman_id = w.id AND d.state IN ('READY', 'SENT', 'PAID')) AS real
      FROM workmen w) w
    WHERE booked <> real`,
  "a registry's counters are its rows": sql`
    SELECT g.id, g.state, g.payout_count, g.paid_count, g.failed_count, k.*
    FROM registries g
    CROSS JOIN LATERAL (SELECT count(*) AS payouts,
        count(*) FILTER (WHERE p.state = 'PAID') AS paid,
        coalesce(sum(p.amount_kopecks) FILTER (WHERE p.state = 'PAID'), 0) AS sum,
        count(*) FILTER (WHERE p.state IN ('RECEIPT_FAILED', 'RETURNED', 'FAILED',
          'CANCELED')) AS failed
      FROM payouts p WHERE p.account_id = g.account_id AND p.registry_id = g.id) k
    WHERE (g.payout_count, g.paid_count, g.paid_kopecks, g.failed_count)
      <> (k.payouts, k.paid, k.sum, k.failed)
      OR (g.state IN ('EXECUTED', 'PARTIALLY_EXECUTED') AND k.paid + k.failed <> k.payouts)
      OR (g.state = 'EXECUTED' AND k.failed + g.error_count > 0)
      OR (g.state = 'EXECUTING' AND k.paid + k.failed = k.payouts)`,
  "an offer whose payout has arrived is finished": sql`
    SELECT o.id, o.state, p.state
    FROM job_offers o
    JOIN payouts p ON p.account_id = o.account_id AND p.id = o.payout_id
    WHERE p.state = 'PAID' AND o.state NOT IN ('FINISHED', 'ARCHIVED')`,
  "who was deleted owns nothing that nobody can give him": sql`
    SELECT a.code, a.account_id, a.workman_id, a.balance_kopecks FROM ledger_accounts a
    LEFT JOIN accounts k ON k.id = a.account_id
    LEFT JOIN workmen w ON w.id = a.workman_id
    WHERE a.balance_kopecks > 0
      AND ((a.code IN ('CUST_AVAIL', 'CUST_RES') AND k.state = 'DELETED')
        OR (a.code IN ('WORK_AVAIL', 'WORK_TAX') AND w.state = 'DELETED'))`,
};

/** @throws Error naming the rules that do not hold, with the records. */
export async function expectRightBooks(world: World): Promise<void> {
  const broken: string[] = [];
  for (const [rule, wrong] of Object.entries(RULES)) {
    const { rows } = await sql`
      WITH c AS (SELECT ${world.now()}::timestamptz AS now)
      SELECT * FROM (${wrong}) wrong LIMIT 5`.execute(world.db);
    if (rows.length > 0) broken.push(`${rule}: ${writeRows(rows)}`);
  }
  if (broken.length > 0) throw new Error(broken.join("\n"));
  expect(await auditLedger(world.db)).toEqual(CLEAN);
}

function writeRows(rows: readonly unknown[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "bigint" ? Number(value) : value,
  );
}
