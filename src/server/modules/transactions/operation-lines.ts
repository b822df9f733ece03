import { sql, type RawBuilder } from "kysely";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import type { Pocket } from "#contract/transactions/pockets.ts";
import type { TransactionType } from "#contract/transactions/transaction-types.ts";
import { PAYOUTS_ON_THE_WAY } from "#contract/payouts/payout-states.ts";
import { containing } from "#server/http/paging.ts";
import { payoutSearch } from "#server/money/payouts/index.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";

export type Owner =
  | { readonly side: "account"; readonly accountId: number }
  | { readonly side: "workman"; readonly workmanId: number };

export interface OperationFilters {
  readonly types: readonly TransactionType[] | undefined;
  /** Moscow dates, inclusive. */
  readonly periodStart: string | undefined;
  readonly periodEnd: string | undefined;
  /** Strictly older. */
  readonly before?: Date | undefined;
  readonly projectIds: readonly number[] | undefined;
  readonly jobId: number | undefined;
  readonly workmanId: number | undefined;
  readonly registryId: number | undefined;
  readonly search: string | undefined;
  /** A workman's. */
  readonly pocket?: Pocket | undefined;
}

export const EVERYTHING: OperationFilters = {
  types: undefined,
  periodStart: undefined,
  periodEnd: undefined,
  projectIds: undefined,
  jobId: undefined,
  workmanId: undefined,
  registryId: undefined,
  search: undefined,
};

/** Needs the payout of a line, so counters cannot give the total. */
export function isNarrow(filters: OperationFilters): boolean {
  const { projectIds, jobId, workmanId, registryId, search } = filters;
  return [projectIds, jobId, workmanId, registryId, search].some((one) => one !== undefined);
}

interface LinesRequest {
  readonly owner: Owner;
  readonly filters: OperationFilters;
  /** By at, entry_id, line, part, amount_kopecks. */
  readonly order: RawBuilder<unknown>;
  /** `null`: all. */
  readonly limit: number | null;
}

/**
 * Rows `account_id, entry_id, line, part, at, payout_id, source_type, source_id, type,
 * amount_kopecks, pocket, arrived_at`: one ledger line each, income positive. A customer's earned
 * payout is one line and two operations, the job (part 0) and the commission (part 1). Each branch has its own limit:
 * the first page reads only the newest lines of an index.
 */
export function operationLines({
  owner,
  filters,
  order,
  limit,
}: LinesRequest): RawBuilder<unknown> {
  // A literal: PostgreSQL plans for that limit.
  const tail =
    limit === null
      ? sql``
      : sql`ORDER BY ${order} LIMIT ${limit <= MAX_PER_PAGE ? sql.lit(limit) : limit}`;
  const branches =
    owner.side === "account"
      ? [available(owner.accountId, filters), reserved(owner.accountId, filters)]
      : [wallet(owner.workmanId, filters)];
  return sql.join(
    branches.map((branch) => sql`(SELECT * FROM (${branch}) b ${tail})`),
    sql` UNION ALL `,
  );
}

const COLUMNS = sql`
  e.account_id, p.entry_id, p.line, p.at, p.payout_id, e.source_type, e.source_id`;
const NO_POCKET = sql`NULL AS pocket, NULL::timestamptz AS arrived_at`;

function available(accountId: number, filters: OperationFilters): RawBuilder<unknown> {
  const type = sql`customer_operation(e.event_type, 'CUST_AVAIL')`;
  // A registry's hold belongs to no payout.
  const ofRegistry =
    filters.registryId === undefined || isNarrow({ ...filters, registryId: undefined })
      ? sql`false`
      : sql`e.source_type = 'registry' AND e.source_id = ${filters.registryId}`;
  return sql`
    SELECT ${COLUMNS}, 0 AS part, ${type} AS type, -p.amount_kopecks AS amount_kopecks, ${NO_POCKET}
    FROM postings p JOIN ledger_entries e ON e.id = p.entry_id
    WHERE p.ledger_account_id = (SELECT id
      FROM ledger_accounts
      WHERE account_id = ${accountId} AND workman_id = 0 AND code = 'CUST_AVAIL' AND period = '')
      AND ${type} IS NOT NULL ${ofType(type, filters)} ${ofPeriod(filters)} ${ofPayouts({ side: "account", accountId }, filters, ofRegistry)}`;
}

function reserved(accountId: number, filters: OperationFilters): RawBuilder<unknown> {
  return sql`
    SELECT ${COLUMNS}, part.no AS part, part.type, CASE part.no
      WHEN 0 THEN coalesce(y.commission_kopecks, 0) - p.amount_kopecks
      ELSE -y.commission_kopecks END AS amount_kopecks, ${NO_POCKET}
    FROM postings p
    JOIN ledger_entries e ON e.id = p.entry_id
    LEFT JOIN payouts y ON y.account_id = ${accountId} AND y.id = p.payout_id,
      (VALUES (0, 'JOB_PAYMENT'), (1, 'COMMISSION')) AS part(no, type)
    WHERE p.ledger_account_id = (SELECT id
      FROM ledger_accounts
      WHERE account_id = ${accountId} AND workman_id = 0 AND code = 'CUST_RES' AND period = '')
      AND e.event_type = 'EARNED' AND (part.no = 0 OR y.commission_kopecks > 0)
      ${ofType(sql`part.type`, filters)} ${ofPeriod(filters)} ${ofPayouts(
        { side: "account", accountId },
        filters,
        sql`
        false`,
      )}`;
}

/**
 * Accruals are kept per customer: the workman's lines are found through acts and payouts. The
 * wallet is his own account. Sent money is on its way until the bank's word: it leaves his
 * operations when it has arrived or come back. A withdrawal on its way is a second part of its line.
 */
function wallet(workmanId: number, filters: OperationFilters): RawBuilder<unknown> {
  const accrued = sql`
    CASE e.event_type
      WHEN 'EARNED' THEN 'WORKMAN_ACCRUAL'
        WHEN 'PAYOUT_RETURNED' THEN 'PAYOUT_RETURN'
        WHEN 'PAYOUT_GIVEN_UP' THEN 'REFUND_TO_CUSTOMER'
      WHEN 'TAX_RESERVED' THEN 'TAX_HOLD'
        WHEN 'TAX_RELEASED' THEN 'TAX_REFUND'
        WHEN 'DEBT_TAKEN' THEN 'WRITE_OFF'
        WHEN 'DEBT_RESTORED' THEN 'CORRECTION'
        WHEN 'CORRECTION' THEN 'CORRECTION'
      WHEN 'PAYOUT_SENT' THEN CASE
        WHEN y.state IN ('SENT', 'BANK_HELD') AND sent.is_last THEN NULL
        WHEN y.kind = 'CARD' THEN 'PAYOUT_CARD'
        WHEN y.kind = 'SBP' THEN 'PAYOUT_SBP'
        ELSE 'PAYOUT_ACCOUNT' END END`;
  const kept = sql`
    CASE e.event_type
      WHEN 'WITHDRAWAL' THEN 'WITHDRAW_CARD'
      WHEN 'WITHDRAWAL_RETURNED' THEN 'PAYOUT_RETURN'
      WHEN 'TAX_RESERVED' THEN 'TAX_HOLD'
        WHEN 'TAX_RELEASED' THEN 'TAX_REFUND'
        WHEN 'TAX_REFUNDED' THEN 'TAX_REFUND'
      WHEN 'DEBT_TAKEN' THEN 'WRITE_OFF'
      WHEN 'CORRECTION' THEN 'CORRECTION' END`;
  const period = ofPeriod(filters);
  const narrow = ofPayouts({ side: "workman", workmanId }, filters, sql`false`);
  const { pocket } = filters;
  return sql`
    SELECT * FROM (
      SELECT ${COLUMNS}, 0 AS part, ${accrued} AS type, -p.amount_kopecks AS amount_kopecks, CASE
        WHEN y.state = ANY (${[...PAYOUTS_ON_THE_WAY]}::text[]) THEN 'ON_THE_WAY'
        WHEN y.state IN ('RETURNED', 'FAILED') THEN 'NOT_ARRIVED' END AS pocket,
        CASE WHEN y.state = 'PAID' AND sent.is_last THEN y.paid_at END AS arrived_at
      FROM job_documents d JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id
      JOIN postings p ON p.payout_id = d.payout_id
      JOIN ledger_entries e ON e.id = p.entry_id AND e.account_id = d.account_id
      JOIN ledger_accounts a ON a.id = p.ledger_account_id AND a.code = 'WORK_ACCRUED'
      LEFT JOIN LATERAL (SELECT NOT EXISTS (SELECT
        FROM postings q
        JOIN ledger_entries back ON back.id = q.entry_id AND back.account_id = e.account_id
        WHERE q.payout_id = p.payout_id AND back.event_type = 'PAYOUT_RETURNED' AND back.id > e.id)
        AS is_last) sent ON e.event_type = 'PAYOUT_SENT'
      WHERE d.workman_id = ${workmanId} AND d.type = 'ACT' ${period} ${narrow}
      UNION ALL
      SELECT ${COLUMNS}, part.no AS part, ${kept} AS type, CASE part.no
        WHEN 0 THEN -p.amount_kopecks
        ELSE t.amount_kopecks - t.fee_kopecks END AS amount_kopecks, part.pocket,
        CASE WHEN t.state = 'PAID' THEN t.paid_at END AS arrived_at
      FROM ledger_accounts a
      JOIN postings p ON p.ledger_account_id = a.id
      JOIN ledger_entries e ON e.id = p.entry_id
      LEFT JOIN withdrawals t ON e.event_type = 'WITHDRAWAL' AND t.id = e.source_id
      JOIN (VALUES (0, 'AVAILABLE'), (1, 'ON_THE_WAY')) AS part(no, pocket) ON part.no = 0
        OR t.state IN ('READY', 'SENT', 'BANK_HELD')
      WHERE a.account_id = 0
        AND a.workman_id = ${workmanId}
        AND a.code = 'WORK_AVAIL' ${period} ${narrow}
    ) o
    WHERE o.type IS NOT NULL ${ofType(sql`o.type`, filters)}
      ${pocket === undefined ? sql`` : sql`AND o.pocket = ${pocket}`}`;
}

function ofType(type: RawBuilder<unknown>, { types }: OperationFilters): RawBuilder<unknown> {
  return types === undefined ? sql`` : sql`AND ${type} = ANY (${types}::text[])`;
}

function ofPeriod({ periodStart, periodEnd, before }: OperationFilters): RawBuilder<unknown> {
  return sql`
    ${periodStart === undefined ? sql`` : sql`AND p.at >= ${startOfMoscowDay(periodStart)}`}
    ${periodEnd === undefined ? sql`` : sql`AND p.at < ${endOfMoscowDay(periodEnd)}`}
    ${before === undefined ? sql`` : sql`AND p.at < ${before}`}`;
}

/** Payouts first, then lines by `postings_payout`. */
function ofPayouts(
  owner: Owner,
  filters: OperationFilters,
  also: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!isNarrow(filters)) return sql``;
  const { projectIds, jobId, workmanId, registryId, search } = filters;
  const conditions =
    owner.side === "account"
      ? [sql`y.account_id = ${owner.accountId}`]
      : [paidTo(sql`${owner.workmanId}`)];
  if (projectIds !== undefined) conditions.push(sql`j.project_id = ANY (${projectIds}::integer[])`);
  if (jobId !== undefined) conditions.push(sql`y.job_id = ${jobId}`);
  if (jobId !== undefined && owner.side === "account")
    conditions.push(
      paidTo(
        sql`
          (SELECT k.workman_id
            FROM jobs k
            WHERE k.account_id = ${owner.accountId} AND k.id = ${jobId})`,
      ),
    );
  if (workmanId !== undefined) conditions.push(paidTo(sql`${workmanId}`));
  if (registryId !== undefined) conditions.push(sql`y.registry_id = ${registryId}`);
  if (search !== undefined) conditions.push(payoutSearch(search));
  // Frozen for an offer before there is a payout.
  const ofOffers: RawBuilder<unknown>[] =
    owner.side === "account" && registryId === undefined
      ? [sql`f.account_id = ${owner.accountId}`]
      : [sql`false`];
  if (projectIds !== undefined) ofOffers.push(sql`j.project_id = ANY (${projectIds}::integer[])`);
  if (jobId !== undefined) ofOffers.push(sql`f.job_id = ${jobId}`);
  if (workmanId !== undefined) ofOffers.push(sql`f.workman_id = ${workmanId}`);
  if (search !== undefined)
    ofOffers.push(
      sql`
        (j.title ILIKE ${containing(search)}
          OR concat_ws(' ', w.last_name, w.first_name, w.middle_name) ILIKE ${containing(search)}
          OR w.inn = ${search.trim()}
          OR f.job_id::text = ${search.trim()})`,
    );
  const offers = sql`
    SELECT f.id
    FROM job_offers f
    JOIN jobs j ON j.account_id = f.account_id AND j.id = f.job_id
    JOIN workmen w ON w.id = f.workman_id
    WHERE ${sql.join(ofOffers, sql` AND `)}`;
  return sql`AND ((e.account_id, p.payout_id) IN (
    SELECT y.account_id, y.id
    FROM payouts y
    JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
    JOIN workmen w ON w.id = y.workman_id
    WHERE ${sql.join(conditions, sql` AND `)}
  ) OR (e.source_type = 'offer' AND e.source_id IN (${offers})) OR ${also})`;
}

function paidTo(workmanId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    (y.account_id, y.id) IN (SELECT x.account_id, x.payout_id
      FROM job_documents x
      WHERE x.workman_id = ${workmanId} AND x.type = 'ACT')`;
}
