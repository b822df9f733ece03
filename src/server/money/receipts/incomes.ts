import { sql, type RawBuilder } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import { RECEIPT_TRANSITIONS } from "#contract/receipts/receipt-states.ts";
import {
  MAY_REGISTER_MS,
  type IncomeRequest,
  type IncomeResult,
  type TaxError,
  type TaxService,
} from "#server/integrations/tax-service/port.ts";
import { RECEIPT_INN } from "#server/data/receipt-inn.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transitionEach } from "#server/data/transition.ts";
import type { Claim } from "#server/work/item-task.ts";
import { receiptOperationId } from "#server/money/payouts/index.ts";
import { RECEIPT_TEXT } from "./receipt-text.ts";

const POLL_MS = 5000;
/** The company knows within the hour. */
const FOLLOW_MS = 3_600_000;
/** One by one within the lease; the others are looked for in the next batch. */
const LOOK_FOR_MS = 30_000;
/** As many as fit into `MAY_REGISTER_MS`; then people decide. */
const MOST_FAULTS = 149;

/** Its receipt, first or reissued, is asked for. */
export interface IncomeRow {
  readonly id: bigint;
  readonly account_id: number;
  readonly registry_id: number | null;
  readonly hold_id: bigint;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly vat_kopecks: bigint;
  readonly inn: string;
  readonly receipt_text: string;
  readonly customer_inn: string;
  readonly customer_name: string;
  readonly reissue_no: number;
  /** Entrepreneurs declare their income themselves. */
  readonly needs_receipt: boolean;
  /** The worker chose that the platform pays his tax. */
  readonly reserves_tax: boolean;
  /** Submitted: only the answer is queried. */
  readonly asked: boolean;
  readonly attempts: number;
  /** Its payout has ended: it is only looked for, until then. */
  readonly followed_until: Date | null;
  /** For the tax service, the receipt and the reserve's month, in every retry. */
  readonly operation_at: Date;
  readonly leased_until: Date;
}

/**
 * For payouts `p` of a CTE and their receipts `r`, whose columns the caller adds. Rows are looked up one by one:
 * while a registry opens its payouts the tables lack statistics, and the planner selected the batch
 * anew for each job.
 */
export const INCOME_COLUMNS = sql`
  p.id, p.account_id, p.registry_id, p.hold_id, p.workman_id, p.amount_kopecks,
    p.commission_kopecks, p.vat_kopecks, ${RECEIPT_INN} AS inn,
    w.taxpayer_type IN ('SMZ', 'IP_SMZ') AS needs_receipt, w.tax_payer = 'PLATFORM' AS reserves_tax,
    ${RECEIPT_TEXT} AS receipt_text, a.inn AS customer_inn, a.short_name AS customer_name`;
export const INCOME_TABLES = sql`
  JOIN workmen w ON w.id = p.workman_id
  CROSS JOIN LATERAL (SELECT * FROM jobs
    WHERE account_id = p.account_id AND id = p.job_id OFFSET 0) j
  JOIN services s ON s.id = j.service_id
  JOIN accounts a ON a.id = p.account_id`;

export function operationIdOf({ account_id: accountId, id, reissue_no: no }: IncomeRow): string {
  return receiptOperationId({ accountId, id }, no);
}

/** What the tax service may have had at that moment, sent or in its queue, is registered by then. */
export function awaitedUntil(hadAt: Date): Date {
  return new Date(hadAt.getTime() + MAY_REGISTER_MS);
}

/** For SET of a leased receipt `r`: of one SENT only the answer is asked for. */
export function sentUntil(claim: Claim): RawBuilder<Date | null> {
  return sql`CASE WHEN r.state = 'SENT' THEN r.awaited_until ELSE ${awaitedUntil(claim.until)} END`;
}

export async function askIncomes(
  taxService: TaxService,
  rows: readonly IncomeRow[],
  { at }: Claim,
): Promise<ReadonlyMap<string, IncomeResult>> {
  const taxed = rows.filter((row) => row.needs_receipt);
  const fresh = taxed.filter((row) => !row.asked);
  const asked = taxed.filter((row) => row.asked);
  const results = [
    ...(fresh.length > 0 ? await taxService.registerIncomes(fresh.map(incomeOf)) : []),
    ...(asked.length > 0 ? await taxService.incomeResults(asked.map(operationIdOf)) : []),
  ];
  const answers = new Map(results.map((result) => [result.operationId, result]));
  const endMs = performance.now() + LOOK_FOR_MS;
  for (const row of asked) {
    const operationId = operationIdOf(row);
    if (!row.followed_until || answers.get(operationId)?.status !== "UNKNOWN") continue;
    if (performance.now() > endMs) answers.delete(operationId);
    else {
      const found = await taxService.findIncome(incomeOf(row));
      if (found.status === "REGISTERED") answers.set(operationId, { operationId, ...found, at });
    }
  }
  return answers;
}

function incomeOf(row: IncomeRow): IncomeRequest {
  return {
    operationId: operationIdOf(row),
    inn: row.inn,
    serviceName: row.receipt_text,
    amountKopecks: row.amount_kopecks,
    operationAt: row.operation_at,
    customerInn: row.customer_inn,
    customerName: row.customer_name,
  };
}

export interface IncomeOutcome {
  readonly row: IncomeRow;
  readonly status: IncomeResult["status"] | "UNHEARD";
  readonly state: "NEW" | "SENT" | "REGISTERED" | "ERROR";
  readonly error: TaxError | null;
  readonly attempts: number;
  /** `null`: never asked about again. */
  readonly pauseMs: number | null;
  readonly receiptId: string | null;
  readonly registeredAt: Date | null;
}

/** Without an answer: queried again. */
export function outcomeOf(
  row: IncomeRow,
  result: IncomeResult | undefined,
  at: Date,
): IncomeOutcome {
  const same: IncomeOutcome = {
    row,
    status: result?.status ?? "UNHEARD",
    state: row.asked ? "SENT" : "NEW",
    error: null,
    attempts: row.attempts,
    pauseMs: POLL_MS,
    receiptId: null,
    registeredAt: null,
  };
  const attempts = row.attempts + 1;
  switch (result?.status) {
    case "REGISTERED":
      return {
        ...same,
        state: "REGISTERED",
        pauseMs: null,
        receiptId: result.receiptId,
        registeredAt: result.at,
      };
    case "REFUSED":
      return { ...same, state: "ERROR", error: result.error, attempts, pauseMs: null };
    case "PROCESSING":
      return { ...same, state: "SENT" };
    case "UNKNOWN":
      if (!row.followed_until) return { ...same, state: "NEW" };
      return at < row.followed_until
        ? { ...same, pauseMs: FOLLOW_MS }
        : { ...same, state: "NEW", pauseMs: null };
    case "DUPLICATE":
      return { ...same, state: "SENT", attempts, pauseMs: pauseAfter(attempts) };
    case "FAULT":
      if (row.followed_until) return { ...same, pauseMs: FOLLOW_MS };
      return {
        ...same,
        state: attempts > MOST_FAULTS ? "ERROR" : "NEW",
        error: "INTERNAL_ERROR",
        attempts,
        pauseMs: attempts > MOST_FAULTS ? null : pauseAfter(attempts),
      };
    default:
      return same;
  }
}

/** The day is counted from the last word that it may still come, however long ago it was sent. */
function awaitedLonger({ row, status }: IncomeOutcome, at: Date): Date | null {
  const isOpen = status !== "UNHEARD" && row.followed_until === null;
  return isOpen ? awaitedUntil(at) : null;
}

/** Nothing that was sent is registered later; or it was looked for long enough. */
function isAnswered({ row, status, pauseMs }: IncomeOutcome): boolean {
  const isGivenUp = row.followed_until !== null && pauseMs === null;
  return status === "REGISTERED" || status === "REFUSED" || isGivenUp;
}

/** In ms after a fault: a minute five times, then ten. Source: `domain.md` §1.3. */
function pauseAfter(attempts: number): number {
  return attempts <= 5 ? 60_000 : 600_000;
}

/**
 * Locked before their receipts, as all tasks do.
 *
 * @returns states by payout.
 */
export async function lockPayouts(
  trx: Trx,
  rows: readonly IncomeRow[],
): Promise<ReadonlyMap<string, PayoutState>> {
  const { rows: locked } = await sql<{ account_id: number; id: bigint; state: PayoutState }>`
    SELECT p.account_id, p.id, p.state
    FROM unnest(${numberArray(rows.map((row) => row.account_id))}::integer[],
      ${numberArray(rows.map((row) => row.id))}::bigint[]) AS k(account_id, id)
    JOIN payouts p ON p.account_id = k.account_id AND p.id = k.id
    ORDER BY p.account_id, p.id
    FOR NO KEY UPDATE OF p`.execute(trx);
  return new Map(locked.map((row) => [keyOf(row), row.state]));
}

export function keyOf({ account_id: accountId, id }: Pick<IncomeRow, "account_id" | "id">): string {
  return `${accountId}-${id}`;
}

const ANSWERED = transitionEach(
  RECEIPT_TRANSITIONS,
  [["send"], ["askAgain"], ["register"], ["fail"]],
  "system",
  { of: "r", to: "k.state" },
);

/**
 * @param until - end of the lease: what another process has leased since is left to it.
 * @param nextAt - when a reissued receipt is asked about; the first goes by its payout.
 * @returns the payouts of those written.
 */
export async function writeIncomes(
  trx: Trx,
  outcomes: readonly IncomeOutcome[],
  at: Date,
  nextAt: (outcome: IncomeOutcome) => Date | null,
): Promise<ReadonlySet<string>> {
  if (outcomes.length === 0) return new Set();
  const column = <Value>(of: (outcome: IncomeOutcome) => Value): Value[] => outcomes.map(of);
  const { rows } = await sql<{ account_id: number; id: bigint }>`
    UPDATE receipts r
    SET ${ANSWERED.set}, error_code = k.error, attempts = k.attempts, due_at = k.due_at,
      awaited_until = CASE
        WHEN NOT k.is_answered THEN greatest(r.awaited_until, k.awaited_until) END,
      tax_receipt_id = k.receipt_id, registered_at = k.registered_at
    FROM unnest(${numberArray(column(({ row }) => row.account_id))}::integer[],
      ${numberArray(column(({ row }) => row.id))}::bigint[], ${column((one) => one.state)}::text[],
      ${column((one) => one.error)}::text[], ${column((one) => one.attempts)}::smallint[],
      ${column(nextAt)}::timestamptz[], ${column((one) => one.receiptId)}::text[],
      ${column((one) => one.registeredAt)}::timestamptz[],
      ${column(({ row }) => row.leased_until)}::timestamptz[],
      ${column(isAnswered)}::boolean[], ${column((one) => awaitedLonger(one, at))}::timestamptz[])
      AS k(account_id, id, state, error, attempts, due_at, receipt_id, registered_at, leased_until,
        is_answered, awaited_until)
    WHERE r.account_id = k.account_id AND r.payout_id = k.id AND r.due_at = k.leased_until
      AND ${ANSWERED.from}
    RETURNING r.account_id, r.payout_id AS id`.execute(trx);
  return new Set(rows.map(keyOf));
}

/** The receipt of `p` is leased by no other process. */
export function isUnleased(at: Date): RawBuilder<boolean> {
  return sql`
    NOT EXISTS (SELECT FROM receipts
      WHERE account_id = p.account_id AND payout_id = p.id AND due_at > ${at})`;
}
