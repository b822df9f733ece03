import { sql } from "kysely";
import { addDays, moscowDate, moscowMidnight } from "#contract/values/calendar-date.ts";
import type { TaxPayer } from "#contract/definitions/payment-types.ts";
import { SMZ_TRANSITIONS, type SmzState } from "#contract/workman-taxes/smz-states.ts";
import { askHalvingOnFailure } from "#server/work/ask-halving-on-failure.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { forEachSettingAside } from "#server/work/set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { applyStatuses, type AskedWorkman } from "../actions/apply-statuses.ts";
import type { Platform } from "#server/platform.ts";
import { setStates } from "../smz-status.ts";
import { writeAccruals } from "../tax-accruals.ts";
import { keepAccount } from "../actions/keep-account.ts";
import { moveSweep, readSweep } from "../tax-sweeps.ts";

const BATCH = 100;
const LEASE_MS = 120_000;
const RETRY_MS = 60_000;

interface StatusRow extends AskedWorkman {
  readonly smz_state: SmzState;
  readonly tax_payer: TaxPayer;
  /** A payment wants to know the year's incomes too. */
  readonly asks_incomes?: boolean;
}

const ASK_STATUSES = "workman-taxes.ask-statuses";

export function checkTask(platform: Platform): BackgroundTask {
  return {
    name: "workman-taxes.checks",
    idleMs: 3000,
    async run() {
      const at = platform.clock.now();
      const lease = new Date(at.getTime() + LEASE_MS);
      const rows = await inTransaction(platform.db, async (trx) => {
        const leased = await sql<StatusRow>`
          UPDATE tax_bindings b SET check_due_at = ${lease} FROM workmen w
          WHERE b.workman_id = ANY (ARRAY(SELECT workman_id
            FROM tax_bindings
            WHERE check_due_at <= ${at}
            ORDER BY check_due_at
            LIMIT ${BATCH}
            FOR UPDATE SKIP LOCKED))
            AND w.id = b.workman_id
            AND w.inn IS NOT NULL
          RETURNING w.id, w.inn, w.smz_state, w.tax_payer, b.asks_incomes`.execute(trx);
        const unknown = leased.rows.filter((row) => row.smz_state === "UNKNOWN");
        await setStates(trx, new Map(unknown.map((row) => [row.id, SMZ_TRANSITIONS.check.to[0]])));
        return leased.rows;
      });
      if (rows.length === 0) return false;
      const { asked, statuses, overLimit } = await askAbout(platform, rows, at);
      await readDeductions(platform, asked, at);
      await inTransaction(platform.db, async (trx) => {
        const unanswered = await applyStatuses(platform, trx, rows, statuses, overLimit);
        const answered = rows.filter(({ id }) => !unanswered.includes(id)).map(({ id }) => id);
        await sql`
          UPDATE tax_bindings
          SET check_due_at = NULL, asks_incomes = false,
            incomes_at = CASE
              WHEN asks_incomes THEN ${at}
              ELSE incomes_at END
          WHERE workman_id = ANY (${answered}::integer[]) AND check_due_at = ${lease}`.execute(trx);
        await sql`
          UPDATE tax_bindings
          SET check_due_at = ${new Date(at.getTime() + RETRY_MS)}
          WHERE workman_id = ANY (${unanswered}::integer[]) AND check_due_at = ${lease}`.execute(
          trx,
        );
      });
      return rows.length === BATCH;
    },
  };
}

const SWEPT = 200;
/** Start of the nightly pass, Moscow time. */
const NIGHT_HOUR = 3;
/** Days on which charges of the month before appear and are paid. Source: `domain.md` §1.1. */
const CHARGES_FROM_DAY = 12;
const CHARGES_TO_DAY = 28;

/**
 * Checks every active self-employed worker once a night, and reads accruals while they change.
 * Source: `domain.md` §1.3.
 */
export function recheckTask(platform: Platform): BackgroundTask {
  return {
    name: "workman-taxes.recheck",
    idleMs: 60_000,
    async run() {
      const at = platform.clock.now();
      const sweep = await readSweep(platform.db, "recheck", at);
      if (!sweep) return false;
      const { rows } = await sql<StatusRow>`
        SELECT id, inn, smz_state, tax_payer
        FROM workmen
        WHERE id > ${sweep.afterWorkmanId}
          AND state = 'ACTIVE'
          AND taxpayer_type IN ('SMZ', 'IP_SMZ')
          AND inn IS NOT NULL
          AND smz_state <> 'CHECKING'
        ORDER BY id LIMIT ${SWEPT}`.execute(platform.db);
      // Outside a transaction, as the tax service is slow. Two processes may ask the same: they
      // write the same.
      const { statuses, overLimit } = await askAbout(platform, rows, at);
      const day = Number(moscowDate(at).slice(8, 10));
      const charged =
        day >= CHARGES_FROM_DAY && day <= CHARGES_TO_DAY
          ? rows.filter(({ smz_state: state }) => state === "OK" || state === "LIMITED")
          : [];
      const { asked: seen, answers } = await askHalvingOnFailure(platform, {
        task: "workman-taxes.ask-accruals",
        items: charged,
        nameOf: ({ id }) => String(id),
        ask: (some) => platform.taxService.accruals(some.map(({ inn }) => inn)),
      });
      const accruals = answers.flat();
      const isOver = rows.length < SWEPT;
      await inTransaction(platform.db, async (trx) => {
        const next = {
          afterWorkmanId: isOver ? 0 : (rows.at(-1)?.id ?? 0),
          dueAt: isOver ? nextNight(at) : at,
        };
        if (!(await moveSweep(trx, "recheck", sweep, next))) return;
        await applyStatuses(platform, trx, rows, statuses, overLimit);
        await writeAccruals(trx, seen, accruals, at);
      });
      return !isOver;
    },
  };
}

const UNBOUND_EVERY_MS = 15 * 60_000;
/** The tax service lists an event a little later than it happens. */
const OVERLAP_MS = 5 * 60_000;

/** Finds workers who revoked the access in «Мой налог», and checks them. */
export function unboundTask(platform: Platform): BackgroundTask {
  return {
    name: "workman-taxes.unbound",
    idleMs: 60_000,
    async run() {
      const at = platform.clock.now();
      const sweep = await readSweep(platform.db, "unbound", at);
      if (!sweep) return false;
      const unbound = await platform.taxService.newlyUnbound(
        new Date(sweep.since.getTime() - OVERLAP_MS),
        at,
      );
      const { rows } = await sql<AskedWorkman>`
          SELECT id, inn
          FROM workmen
          WHERE inn = ANY (${unbound.map(({ inn }) => inn)}::text[])
            AND smz_state IN ('OK', 'LIMITED')
          ORDER BY id`.execute(platform.db);
      const { answers } = await askHalvingOnFailure(platform, {
        task: ASK_STATUSES,
        items: rows,
        nameOf: ({ id }) => String(id),
        ask: (some) => platform.taxService.taxpayerStatuses(some.map(({ inn }) => inn)),
      });
      const statuses = answers.flat();
      await inTransaction(platform.db, async (trx) => {
        if (
          !(await moveSweep(trx, "unbound", sweep, {
            afterWorkmanId: 0,
            since: at,
            dueAt: new Date(at.getTime() + UNBOUND_EVERY_MS),
          }))
        )
          return;
        await applyStatuses(platform, trx, rows, statuses, new Set());
      });
      return false;
    },
  };
}

/** Leaves out workers whose query fails; they keep their state. */
async function askAbout(platform: Platform, rows: readonly StatusRow[], at: Date) {
  const { asked, answers } = await askHalvingOnFailure(platform, {
    task: ASK_STATUSES,
    items: rows,
    nameOf: ({ id }) => String(id),
    ask: async (some) => ({
      statuses: await platform.taxService.taxpayerStatuses(some.map(({ inn }) => inn)),
      overLimit: await findOverLimit(platform, some, at),
    }),
  });
  return {
    asked,
    statuses: answers.flatMap(({ statuses }) => statuses),
    overLimit: new Set(answers.flatMap(({ overLimit }) => [...overLimit])),
  };
}

/**
 * Workers who have earned the year's limit with all customers: they have access but may not be
 * paid. Only those to be paid, to be checked or found over the limit before are queried, since each
 * month takes a request.
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

/** What the tax service counts beyond our own receipts: every figure of the limit includes it. */
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

/** Where the platform pays the tax, reserves are computed with the deduction left. */
async function readDeductions(
  platform: Platform,
  rows: readonly StatusRow[],
  at: Date,
): Promise<void> {
  await forEachSettingAside(platform, {
    task: "workman-taxes.ask-accounts",
    items: rows.filter(({ tax_payer: taxPayer }) => taxPayer === "PLATFORM"),
    nameOf: ({ id }) => String(id),
    async work({ id, inn }) {
      const account = await platform.taxService.taxpayerAccount(inn);
      if (typeof account !== "string") await keepAccount(platform.db, id, account, at);
    },
  });
}

/** The next three o'clock in Moscow; from midnight to three it is the same day's. */
function nextNight(at: Date): Date {
  const hours = NIGHT_HOUR * 3_600_000;
  const today = moscowDate(new Date(at.getTime() - hours));
  return new Date(moscowMidnight(addDays(today, 1)).getTime() + hours);
}
