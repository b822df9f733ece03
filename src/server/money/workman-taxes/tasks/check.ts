import { sql } from "kysely";
import { moscowDate, moscowMidnight } from "#contract/values/calendar-date.ts";
import type { TaxPayer } from "#contract/definitions/payment-types.ts";
import { SMZ_TRANSITIONS, type SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { TaxAccruals, TaxpayerStatus } from "#server/integrations/tax-service/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Claim } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { applyStatuses, type AskedWorkman } from "../actions/apply-statuses.ts";
import { refreshAccounts } from "../actions/keep-account.ts";
import type { Platform } from "#server/platform.ts";
import { CHECKS } from "../binding-rows.ts";
import { setStates } from "../smz-status.ts";
import { writeAccruals } from "../tax-accruals.ts";

const RETRY_MS = 60_000;
/** When charges of the month before appear and are paid. Source: `domain.md` §1.1. */
const CHARGES_FROM_DAY = 12;
const CHARGES_TO_DAY = 28;

interface StatusRow extends AskedWorkman {
  readonly smz_state: SmzState;
  readonly tax_payer: TaxPayer;
  /** A payment needs the year's incomes too. */
  readonly asks_incomes: boolean;
  readonly is_nightly: boolean;
  /** End of the lease. */
  readonly check_due_at: Date;
}

interface Answer {
  readonly status: TaxpayerStatus | undefined;
  readonly isOverLimit: boolean;
  readonly accruals: readonly TaxAccruals[];
}

const nameOf = ({ id }: AskedWorkman) => String(id);

export function checkTask(platform: Platform): BackgroundTask {
  return outsideTask<StatusRow, Answer>(platform, {
    name: CHECKS,
    idleMs: 3000,
    batch: 100,
    nameOf,
    lease: (claim) => leaseChecks(platform, claim),
    ask: (rows, { at }) => ask(platform, rows, at),
    settleTogether: (trx, rows, answers, at) => settle(platform, trx, { rows, answers, at }),
  });
}

async function leaseChecks(
  { db }: Platform,
  { at, until, limit, isFree }: Claim,
): Promise<StatusRow[]> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<StatusRow>`
      UPDATE tax_bindings b SET check_due_at = ${until} FROM workmen w
      WHERE b.workman_id = ANY (ARRAY(SELECT workman_id
        FROM tax_bindings
        WHERE check_due_at <= ${at}
          AND ${isFree(sql`workman_id::text`)}
          AND EXISTS (SELECT FROM workmen v WHERE v.id = workman_id AND v.inn IS NOT NULL)
        ORDER BY check_due_at
        LIMIT ${limit}
        FOR UPDATE SKIP LOCKED))
        AND w.id = b.workman_id
      RETURNING w.id, w.inn, w.smz_state, w.tax_payer, b.asks_incomes, b.is_nightly,
        b.check_due_at`.execute(trx);
    const unknown = rows.filter((row) => row.smz_state === "UNKNOWN");
    await setStates(trx, new Map(unknown.map((row) => [row.id, SMZ_TRANSITIONS.check.to[0]])));
    return rows;
  });
}

async function ask(
  platform: Platform,
  rows: readonly StatusRow[],
  at: Date,
): Promise<ReadonlyMap<string, Answer>> {
  const statuses = await platform.taxService.taxpayerStatuses(rows.map(({ inn }) => inn));
  const overLimit = await findOverLimit(platform, rows, at);
  const charged = rows.filter((row) => mayBeCharged(row, at)).map(({ inn }) => inn);
  const accruals = charged.length === 0 ? [] : await platform.taxService.accruals(charged);
  // Where the platform pays, reserves need the deduction left.
  await refreshAccounts(
    platform,
    rows.filter((row) => row.tax_payer === "PLATFORM" && isWaitedFor(row)),
    at,
  );
  return new Map(
    rows.map((row) => [
      nameOf(row),
      {
        status: statuses.find(({ inn }) => inn === row.inn),
        isOverLimit: overLimit.has(row.id),
        accruals: accruals.filter(({ inn }) => inn === row.inn),
      },
    ]),
  );
}

/** Not the nightly pass's alone. */
function isWaitedFor(row: StatusRow): boolean {
  return !row.is_nightly || row.asks_incomes || row.smz_state === "CHECKING";
}

function mayBeCharged(row: StatusRow, at: Date): boolean {
  const day = Number(moscowDate(at).slice(8, 10));
  return (
    !isWaitedFor(row) &&
    (row.smz_state === "OK" || row.smz_state === "LIMITED") &&
    day >= CHARGES_FROM_DAY &&
    day <= CHARGES_TO_DAY
  );
}

async function settle(
  platform: Platform,
  trx: Trx,
  {
    rows,
    answers,
    at,
  }: {
    readonly rows: readonly StatusRow[];
    readonly answers: ReadonlyMap<string, Answer>;
    readonly at: Date;
  },
): Promise<void> {
  const own = rows.map((row) => ({ row, answer: answers.get(nameOf(row)) }));
  const unanswered = new Set(
    await applyStatuses(
      platform,
      trx,
      rows,
      own.flatMap(({ answer }) => answer?.status ?? []),
      new Set(own.filter(({ answer }) => answer?.isOverLimit).map(({ row }) => row.id)),
    ),
  );
  await writeAccruals(
    trx,
    rows,
    own.flatMap(({ answer }) => answer?.accruals ?? []),
    at,
  );
  // Nobody waits for the others: they keep their state until the next night.
  const again = rows.filter((row) => unanswered.has(row.id) && isWaitedFor(row));
  await sql`
    UPDATE tax_bindings b
    SET check_due_at = CASE WHEN a.again THEN ${new Date(at.getTime() + RETRY_MS)}::timestamptz END,
      asks_incomes = b.asks_incomes AND a.again, is_nightly = false,
      incomes_at = CASE
        WHEN b.asks_incomes AND NOT a.again THEN ${at}
        ELSE b.incomes_at END
    FROM unnest(${rows.map(({ id }) => id)}::integer[],
      ${rows.map((row) => again.includes(row))}::boolean[],
      ${rows.map((row) => row.check_due_at)}::timestamptz[]) AS a(id, again, lease)
    WHERE b.workman_id = a.id AND b.check_due_at = a.lease`.execute(trx);
}

/**
 * Workers at the year's limit with all customers: access, but no pay. Each month takes a request:
 * only those to be paid, to be checked or over the limit before are queried.
 */
async function findOverLimit(
  platform: Platform,
  rows: readonly StatusRow[],
  at: Date,
): Promise<Set<number>> {
  const suspects = rows.filter(
    ({ smz_state: state, asks_incomes: isAsked }) =>
      isAsked || state === "LIMITED" || state === "UNKNOWN" || state === "CHECKING",
  );
  if (suspects.length === 0) return new Set();
  const today = moscowDate(at);
  const periods = Array.from(
    { length: Number(today.slice(5, 7)) },
    (_, index) => `${today.slice(0, 4)}${String(index + 1).padStart(2, "0")}`,
  );
  const incomes = await platform.taxService.monthIncomes(
    suspects.flatMap(({ inn }) => periods.map((period) => ({ inn, period }))),
  );
  const { rows: limits } = await sql<{
    value: bigint | null;
  }>`SELECT ${rateOn("npd-year-limit-kopecks", today)} AS value`.execute(platform.db);
  const limit = limits[0]?.value ?? 0n;
  const total = (inn: string) =>
    incomes.reduce((sum, month) => (month.inn === inn ? sum + month.totalKopecks : sum), 0n);
  await keepOutsideIncomes(
    platform,
    suspects.map(({ id, inn }) => ({ id, totalKopecks: total(inn) })),
    at,
  );
  return new Set(suspects.filter(({ inn }) => total(inn) >= limit).map(({ id }) => id));
}

/** Beyond our own receipts: every figure of the limit includes it. */
async function keepOutsideIncomes(
  platform: Platform,
  totals: readonly { readonly id: number; readonly totalKopecks: bigint }[],
  at: Date,
): Promise<void> {
  const year = moscowDate(at).slice(0, 4);
  await sql`
    INSERT INTO outside_incomes (workman_id, year, amount_kopecks, read_at)
    SELECT g.id, ${Number(year)}, greatest(0, g.total - coalesce((SELECT sum(r.amount_kopecks)
        FROM receipts r
        WHERE r.workman_id = g.id
          AND r.state IN ('SENT', 'REGISTERED')
          AND r.operation_at >= ${moscowMidnight(`${year}-01-01`)}), 0)), ${at}
    FROM unnest(${totals.map(({ id }) => id)}::integer[],
      ${totals.map(({ totalKopecks }) => String(totalKopecks))}::bigint[]) AS g(id, total)
    ORDER BY g.id
    ON CONFLICT (workman_id, year)
    DO UPDATE SET amount_kopecks = excluded.amount_kopecks, read_at = excluded.read_at`.execute(
    platform.db,
  );
}
