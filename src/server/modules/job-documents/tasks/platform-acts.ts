import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
  type JobDocumentState,
} from "#contract/job-documents/job-document-states.ts";
import type { PlatformAct, PlatformActTotals } from "#contract/job-documents/job-document.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles, vatInside } from "#contract/values/money.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { post } from "#server/money/ledger/index.ts";
import { startOfMoscowDay } from "#server/data/moscow-day.ts";
import { containing, olderThan, pageOf } from "#server/http/paging.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

/** Months are long; a posting of the past one is rare. */
const LOOK_MS = 600_000;
const DAY_MS = 86_400_000;

/** A customer's month without its act. */
interface DueMonth {
  readonly account_id: number;
  /** First day. */
  readonly month: string;
}

interface Due {
  readonly account_id: number;
  readonly amount_kopecks: bigint;
  readonly vat_kopecks: bigint;
  /** Summed over payouts, each rounded on its own. */
  readonly booked_vat_kopecks: bigint;
}

interface Turnover {
  readonly revenue_kopecks: bigint;
  readonly booked_vat_kopecks: bigint;
  readonly vat_ppm: bigint;
}

/**
 * Makes the platform's act for the past month's commission for each charged customer. Sums come
 * from the ledger: earned less returned. The VAT of the document is calculated once, from its whole
 * sum, and the books follow it. Source: the customer contract, «Комиссия и акты Оператора»;
 * decision 0142.
 */
export function platformActsTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<DueMonth>(platform, {
    name: "job-documents.platform-acts",
    idleMs: LOOK_MS,
    everyMs: LOOK_MS,
    batch: 100,
    nameOf: ({ account_id: accountId, month }) => `${accountId}-${month}`,
    async lease({ at, limit, isFree }) {
      // A day later, when payments running at midnight have been booked.
      const month = monthBefore(moscowDate(new Date(at.getTime() - DAY_MS)));
      const { rows } = await sql<{ account_id: number }>`
        SELECT DISTINCT l.account_id
        FROM ledger_accounts l
        WHERE l.code = 'REV_COMM'
          AND l.workman_id = 0
          AND l.period = ''
          AND EXISTS (SELECT FROM postings p
            WHERE p.ledger_account_id = l.id AND ${isOf(month)})
          AND NOT EXISTS (SELECT FROM platform_acts a
            WHERE a.account_id = l.account_id AND a.period_start = ${month}::date)
          AND ${isFree(sql`l.account_id || '-' || ${month}::text`)}
        ORDER BY l.account_id
        LIMIT ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, month }));
    },
    settle: makeDueAct,
  });
}

/** Condition of postings `p`: the rounding of the month before is posted in this one. */
const isOf = (month: string) => sql`
  p.at >= ${startOfMoscowDay(month)}
    AND p.at < ${startOfMoscowDay(sql`(${month}::date + interval '1 month')`)}
    AND NOT EXISTS (SELECT FROM ledger_entries e
      WHERE e.id = p.entry_id AND e.event_type = 'VAT_ROUNDED')`;

function monthBefore(day: string): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return month === 1 ? `${year - 1}-12-01` : `${year}-${String(month - 1).padStart(2, "0")}-01`;
}

async function makeDueAct(
  trx: Trx,
  { account_id: accountId, month }: DueMonth,
  at: Date,
): Promise<void> {
  // Processes make a month's acts in turn: the second finds them made.
  await lockUntilCommit(trx, "platformActs", Number(month.slice(0, 7).replace("-", "")));
  const turnover = (code: "REV_COMM" | "VAT_BUDGET") => sql`
    (SELECT coalesce(-sum(p.amount_kopecks), 0)::bigint
      FROM ledger_accounts l
      JOIN postings p ON p.ledger_account_id = l.id
      WHERE l.account_id = ${accountId}
        AND l.workman_id = 0
        AND l.code = ${code}
        AND l.period = ''
        AND ${isOf(month)})`;
  const { rows } = await sql<Turnover>`
    SELECT ${turnover("REV_COMM")} AS revenue_kopecks,
      ${turnover("VAT_BUDGET")} AS booked_vat_kopecks,
      coalesce(${rateOn("vat-ppm", sql`(${month}::date + interval '1 month' - interval '1 day')`)}, 0)
        AS vat_ppm`.execute(trx);
  const { revenue_kopecks: revenue, booked_vat_kopecks, vat_ppm } = rows[0] as Turnover;
  const amount_kopecks = revenue + booked_vat_kopecks;
  const vat_kopecks = vatInside(amount_kopecks, Number(vat_ppm));
  if (amount_kopecks > 0n)
    await makeAct(
      trx,
      month,
      { account_id: accountId, amount_kopecks, vat_kopecks, booked_vat_kopecks },
      at,
    );
}

async function makeAct(
  trx: Trx,
  month: string,
  {
    account_id: accountId,
    amount_kopecks: amount,
    vat_kopecks: vat,
    booked_vat_kopecks: booked,
  }: Due,
  at: Date,
): Promise<void> {
  const known = await sql`
      SELECT FROM platform_acts WHERE account_id = ${accountId} AND period_start = ${month}::date`.execute(
    trx,
  );
  if (known.rows.length > 0) return;
  const number = `${month.slice(0, 7)}/${accountId}`;
  const { rows } = await sql<{ id: bigint; period_end: string }>`
    WITH act AS (
      INSERT INTO job_documents (account_id, type, state, number, document_date, created_at,
        signed_at)
      VALUES (${accountId}, 'PLATFORM_ACT', 'SIGNED', ${number},
        (${month}::date + interval '1 month' - interval '1 day')::date, ${at}, ${at})
      RETURNING id, document_date
    )
    INSERT INTO platform_acts (account_id, document_id, period_start, period_end, amount_kopecks,
      vat_kopecks)
    SELECT ${accountId}, id, ${month}::date, document_date, ${amount}, ${vat}
    FROM act
    RETURNING document_id AS id, period_end`.execute(trx);
  const act = rows[0];
  if (!act) throw new Error("the act was not inserted");
  const id = Number(act.id);
  if (vat !== booked)
    await post(trx, {
      event: "VAT_ROUNDED",
      source: { type: "platform-act", id },
      accountId,
      at,
      businessDate: act.period_end,
      lines: [
        { code: "REV_COMM", accountId, amountKopecks: vat - booked },
        { code: "VAT_BUDGET", accountId, amountKopecks: booked - vat },
      ],
    });
  await announce(trx, { to: `account:${accountId}`, resource: "platform-acts", ids: [id] });
  const object = {
    type: "document",
    id,
    title: `${JOB_DOCUMENT_TYPE.titles.PLATFORM_ACT} № ${number}`,
  };
  await writeAudit(
    trx,
    { type: "system", name: "Закрытие месяца" },
    null,
    { event: "act.created", accountId, object, after: { amount: kopecksToRubles(amount) } },
    at,
  );
}

interface ActQuery {
  readonly page?: number;
  readonly perPage?: number;
  readonly search?: string;
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly before?: string;
  readonly sortBy?: "date" | "amount" | "number";
  readonly sortDirection?: "asc" | "desc";
}

/**
 * Platform acts, newest month first. They concern the whole company: a user limited to projects
 * sees none.
 */
export async function listPlatformActs(
  trx: Trx,
  actor: AccountActor,
  query: ActQuery,
): Promise<{ items: PlatformAct[]; meta: ListMeta; totals: PlatformActTotals }> {
  const page = pageOf(query);
  const filters = [
    sql`pa.account_id = ${actor.accountId}`,
    sql`${actor.projectIds === null}`,
    ...olderThan(query, sql`d.created_at`),
  ];
  if (query.periodStart !== undefined)
    filters.push(sql`pa.period_end >= ${query.periodStart}::date`);
  if (query.periodEnd !== undefined) filters.push(sql`pa.period_start <= ${query.periodEnd}::date`);
  if (query.search?.trim()) filters.push(sql`d.number ILIKE ${containing(query.search)}`);
  const from = sql`
    FROM platform_acts pa
    JOIN job_documents d ON d.account_id = pa.account_id AND d.id = pa.document_id
    WHERE ${sql.join(filters, sql` AND `)}`;
  const { rows } = await sql<ActRow>`
    SELECT d.id, d.state, d.number, d.document_date, pa.period_start, pa.period_end,
      pa.amount_kopecks, pa.vat_kopecks ${from}
    ORDER BY ${orderOf(query)}
    LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
  const count = await sql<{
    total: bigint;
    amount: bigint;
    vat: bigint;
  }>`
    SELECT count(*) AS total, coalesce(sum(pa.amount_kopecks), 0)::bigint AS amount,
      coalesce(sum(pa.vat_kopecks), 0)::bigint AS vat ${from}`.execute(trx);
  const { total = 0n, amount = 0n, vat = 0n } = count.rows[0] ?? {};
  return {
    items: rows.map(present),
    meta: page.metaOf(total),
    totals: { amount: kopecksToRubles(amount), vat: kopecksToRubles(vat) },
  };
}

interface ActRow {
  readonly id: bigint;
  readonly state: JobDocumentState;
  readonly number: string;
  readonly document_date: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly amount_kopecks: bigint;
  readonly vat_kopecks: bigint;
}

function present(row: ActRow): PlatformAct {
  return {
    id: Number(row.id),
    documentID: Number(row.id),
    type: definitionFor(JOB_DOCUMENT_TYPE, "PLATFORM_ACT"),
    state: definitionFor(JOB_DOCUMENT_STATE, row.state),
    number: row.number,
    date: row.document_date,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    amount: kopecksToRubles(row.amount_kopecks),
    vat: kopecksToRubles(row.vat_kopecks),
  };
}

function orderOf({ sortBy, sortDirection }: ActQuery): RawBuilder<unknown> {
  const direction = sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "amount") return sql`pa.amount_kopecks ${direction}, d.id ${direction}`;
  if (sortBy === "number") return sql`d.number ${direction}`;
  return sql`d.document_date ${direction}, d.id ${direction}`;
}
