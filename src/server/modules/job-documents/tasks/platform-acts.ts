import { sql } from "kysely";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles, vatInside } from "#contract/values/money.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { post } from "#server/money/ledger/index.ts";
import { moscowTextOf, startOfMoscowDay } from "#server/data/moscow-day.ts";
import type { Trx } from "#server/data/transaction.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Platform } from "#server/platform.ts";

/** Ms; postings of a past month are rare. */
const LOOK_MS = 600_000;
const DAY_MS = 86_400_000;

/**
 * After each month, for each customer: an act for the commission earned, and one correcting earlier
 * months. Sums come from the ledger; VAT is calculated once from a document's sum, and the books
 * follow. Source: the customer contract, «Комиссия и акты Оператора»; decisions 0142, 0165.
 */
export function platformActsTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<DueCustomer>(platform, {
    name: "job-documents.platform-acts",
    idleMs: LOOK_MS,
    everyMs: LOOK_MS,
    batch: 20,
    nameOf: ({ account_id: accountId, month }) => `${month}-${accountId}`,
    async lease({ at, limit, isFree }) {
      // A day later: payments running at midnight are booked.
      const present = `${moscowDate(new Date(at.getTime() - DAY_MS)).slice(0, 7)}-01`;
      const { rows } = await sql<DueCustomer>`
        SELECT account_id, month::text,
          ARRAY(SELECT generate_series(month, ${present}::date - 1, interval '1 month')::date::text)
            AS months
        FROM (${NEXT_MONTHS}) due
        WHERE month < ${present}::date AND ${isFree(sql`month::text || '-' || account_id`)}
        ORDER BY month, account_id
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    async settle(trx, { account_id: accountId, months }, at) {
      // A second process finds the documents made.
      await lockUntilCommit(trx, "platformActs", accountId);
      for (const month of months)
        for (const turnover of await readTurnovers(trx, accountId, month))
          await makeAct(trx, month, turnover, at);
      await sql`
        INSERT INTO platform_acts_closed AS c (account_id, last_month, closed_at)
        VALUES (${accountId}, ${months.at(-1)}::date, ${at})
        ON CONFLICT (account_id) DO UPDATE
        SET last_month = excluded.last_month, closed_at = excluded.closed_at
        WHERE c.last_month < excluded.last_month`.execute(trx);
    },
  });
}

/** The first month not closed of each customer who ever paid a commission. */
const NEXT_MONTHS = sql`
  SELECT l.account_id, coalesce(
    (c.last_month + interval '1 month')::date,
    (SELECT ${moscowTextOf(sql`min(p.at)`, "YYYY-MM-01")}::date
      FROM postings p
      WHERE p.ledger_account_id = l.id)) AS month
  FROM ledger_accounts l
  LEFT JOIN platform_acts_closed c ON c.account_id = l.account_id
  WHERE l.code = 'REV_COMM' AND l.workman_id = 0 AND l.period = '' AND l.account_id <> 0`;

interface DueCustomer {
  readonly account_id: number;
  /** First day of the first. */
  readonly month: string;
  /** All that are over, in order. */
  readonly months: readonly string[];
}

interface Turnover {
  readonly account_id: number;
  /** Month that earned it. */
  readonly earned_in: string;
  readonly revenue_kopecks: bigint;
  /** Sum of payouts, each rounded. */
  readonly booked_vat_kopecks: bigint;
  readonly vat_ppm: bigint;
}

async function readTurnovers(trx: Trx, accountId: number, month: string): Promise<Turnover[]> {
  const start = startOfMoscowDay(month);
  const { rows } = await sql<Turnover>`
    WITH line AS MATERIALIZED (
      SELECT l.account_id, l.code, -p.amount_kopecks AS kopecks,
        CASE
          WHEN p.payout_id IS NOT NULL AND p.amount_kopecks > 0 THEN (SELECT min(e.at)
            FROM postings e
            WHERE e.payout_id = p.payout_id
              AND e.ledger_account_id = p.ledger_account_id
              AND e.amount_kopecks < 0) END AS earned_at
      FROM ledger_accounts l
      JOIN postings p ON p.ledger_account_id = l.id
      WHERE l.account_id = ${accountId}
        AND l.workman_id = 0
        AND l.code IN ('REV_COMM', 'VAT_BUDGET')
        AND l.period = ''
        AND p.at >= ${start}
        AND p.at < ${startOfMoscowDay(sql`(${month}::date + interval '1 month')`)}
        -- The rounding of the month before is posted in this one.
        AND NOT EXISTS (SELECT FROM ledger_entries e
          WHERE e.id = p.entry_id AND e.event_type = 'VAT_ROUNDED')
    ), turnover AS (
      SELECT account_id, CASE
          WHEN earned_at < ${start} THEN ${moscowTextOf(sql`earned_at`, "YYYY-MM-01")}
          ELSE ${month} END AS earned_in,
        coalesce(sum(kopecks) FILTER (WHERE code = 'REV_COMM'), 0)::bigint AS revenue_kopecks,
        coalesce(sum(kopecks) FILTER (WHERE code = 'VAT_BUDGET'), 0)::bigint AS booked_vat_kopecks
      FROM line
      GROUP BY 1, 2
    )
    SELECT t.*, coalesce(${rateOn("vat-ppm", sql`(t.earned_in::date + interval '1 month' - interval '1 day')`)}, 0)
      AS vat_ppm
    FROM turnover t
    ORDER BY earned_in DESC`.execute(trx);
  return rows;
}

/** Returned commission corrects the act of its month. */
async function makeAct(
  trx: Trx,
  month: string,
  { account_id: accountId, earned_in: earnedIn, ...turnover }: Turnover,
  at: Date,
): Promise<void> {
  const booked = turnover.booked_vat_kopecks;
  const amount = turnover.revenue_kopecks + booked;
  if (amount === 0n) return;
  const vatOf = (kopecks: bigint) => vatInside(kopecks, Number(turnover.vat_ppm));
  const isCorrection = amount < 0n;
  const returnedIn = isCorrection ? month : null;
  const before = await documented(trx, accountId, earnedIn, returnedIn);
  if (before.is_made) return;
  const rest = before.amount_kopecks + amount;
  const vat = rest >= 0n ? vatOf(rest) - before.vat_kopecks : -vatOf(-amount);
  const type = isCorrection ? "ACT_CORRECTION" : "PLATFORM_ACT";
  const number = `${earnedIn.slice(0, 7)}/${accountId}${isCorrection ? `-К${month.slice(0, 7)}` : ""}`;
  const { rows } = await sql<{ id: bigint; document_date: string }>`
    WITH act AS (
      INSERT INTO job_documents (account_id, type, state, number, document_date, created_at,
        signed_at)
      VALUES (${accountId}, ${type}, 'SIGNED', ${number},
        (${month}::date + interval '1 month' - interval '1 day')::date, ${at}, ${at})
      RETURNING id, document_date
    ), made AS (
      INSERT INTO platform_acts (account_id, document_id, period_start, period_end, returned_in,
        amount_kopecks, vat_kopecks)
      SELECT ${accountId}, id, ${earnedIn}::date,
        (${earnedIn}::date + interval '1 month' - interval '1 day')::date,
        ${returnedIn}::date, ${amount}, ${vat}
      FROM act
    )
    SELECT id, document_date::text FROM act`.execute(trx);
  const act = rows[0];
  if (!act) throw new Error("the act was not inserted");
  const id = Number(act.id);
  if (vat !== booked)
    await post(trx, {
      event: "VAT_ROUNDED",
      source: { type: "platform-act", id },
      accountId,
      at,
      businessDate: act.document_date,
      lines: [
        { code: "REV_COMM", accountId, amountKopecks: vat - booked },
        { code: "VAT_BUDGET", accountId, amountKopecks: booked - vat },
      ],
    });
  await announce(trx, { to: `account:${accountId}`, resource: "platform-acts", ids: [id] });
  const object = { type: "document", id, title: `${JOB_DOCUMENT_TYPE.titles[type]} № ${number}` };
  await writeAudit(
    trx,
    { type: "system", name: "Закрытие месяца" },
    null,
    { event: "act.created", accountId, object, after: { amount: kopecksToRubles(amount) } },
    at,
  );
}

interface Documented {
  readonly is_made: boolean;
  readonly amount_kopecks: bigint;
  readonly vat_kopecks: bigint;
}

async function documented(
  trx: Trx,
  accountId: number,
  month: string,
  returnedIn: string | null,
): Promise<Documented> {
  const { rows } = await sql<Documented>`
    SELECT coalesce(bool_or(returned_in IS NOT DISTINCT FROM ${returnedIn}::date), false) AS is_made,
      coalesce(sum(amount_kopecks), 0)::bigint AS amount_kopecks,
      coalesce(sum(vat_kopecks), 0)::bigint AS vat_kopecks
    FROM platform_acts
    WHERE account_id = ${accountId} AND period_start = ${month}::date`.execute(trx);
  return rows[0] as (typeof rows)[0];
}
