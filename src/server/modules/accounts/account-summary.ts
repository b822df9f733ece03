import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Permission } from "#contract/access/permissions.ts";
import { may } from "#contract/access/access.ts";
import {
  ATTENTION,
  SUMMARY_DAYS,
  SUMMARY_DOCUMENTS_MAX,
  type AccountSummary,
  type Attention,
} from "#contract/accounts/account-summary.ts";
import { annulledSince } from "#contract/accounts/attention-lists.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { JOB_STATE, type JobState } from "#contract/jobs/job-states.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import {
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { startOfMoscowDay } from "#server/data/moscow-day.ts";
import { HAS_NEW_OFFERS } from "#server/data/new-offers.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import type { AccountActor } from "#server/http/actor.ts";

type Db = Kysely<Schema>;
type Counts = ReadonlyMap<Attention, number>;

/**
 * Each part reads a counter or a partial index.
 *
 * @param now - days are Moscow days.
 */
export async function loadSummary(db: Db, actor: AccountActor, now: Date): Promise<AccountSummary> {
  const [money, waiting, payoutsByDay, jobs, expiringDocuments] = await Promise.all([
    readMoney(db, actor),
    countWaiting(db, actor, now),
    readPayoutsByDay(db, actor, now),
    countJobs(db, actor),
    readExpiringDocuments(db, actor, now),
  ]);
  const counts: Counts = new Map([...waiting, ...waitingJobs(actor, jobs)]);
  return {
    at: now.toISOString(),
    money,
    attention: ATTENTION.ids.flatMap((kind) => {
      const count = counts.get(kind) ?? 0;
      return count > 0 ? [{ kind: definitionFor(ATTENTION, kind), count }] : [];
    }),
    payoutsByDay,
    jobsByState:
      jobs &&
      JOB_STATE.ids.map((state) => ({
        state: definitionFor(JOB_STATE, state),
        count: jobs.get(state) ?? 0,
      })),
    expiringDocuments,
  };
}

async function readMoney(db: Db, actor: AccountActor): Promise<AccountSummary["money"]> {
  if (!may(actor, "money.view")) return null;
  const { available, reserved } = await balanceOfAccount(db, actor.accountId);
  return {
    balance: kopecksToRubles(available + reserved),
    balanceReserved: kopecksToRubles(reserved),
  };
}

/** Counters cover the whole account, so not for users limited to projects. */
async function readPayoutsByDay(
  db: Db,
  actor: AccountActor,
  now: Date,
): Promise<AccountSummary["payoutsByDay"]> {
  if (!may(actor, "transactions.view") || actor.projectIds !== null) return null;
  const today = moscowDate(now);
  const first = addDays(today, 1 - SUMMARY_DAYS);
  const { rows } = await sql<{ date: string; line_count: bigint; sum_kopecks: bigint }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS date, line_count, sum_kopecks FROM operation_counters
    WHERE account_id = ${actor.accountId}
      AND day BETWEEN ${first}::date AND ${today}::date
      AND type = 'JOB_PAYMENT'`.execute(db);
  const found = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: SUMMARY_DAYS }, (_, index) => {
    const date = addDays(first, index);
    const { line_count: count = 0n, sum_kopecks: spent = 0n } = found.get(date) ?? {};
    // Expenses are negative.
    return { date, count: Number(count), amount: kopecksToRubles(-spent) };
  });
}

async function countJobs(
  db: Db,
  actor: AccountActor,
): Promise<ReadonlyMap<JobState, number> | null> {
  if (!may(actor, "jobs.view")) return null;
  const { rows } = await sql<{ state: JobState; count: number }>`
    SELECT j.state, count(*)::integer AS count
    FROM jobs j
    WHERE j.kind = 'OFFER' AND j.account_id = ${actor.accountId} ${ofActorsProjects(actor, sql`j.project_id`)}
    GROUP BY j.state`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

function waitingJobs(
  actor: AccountActor,
  jobs: ReadonlyMap<JobState, number> | null,
): [Attention, number][] {
  return [["JOB_REJECTED", may(actor, "jobs.manage") ? (jobs?.get("REJECTED") ?? 0) : 0]];
}

/** Each count equals the total of its list, see `attentionLists`. */
async function countWaiting(
  db: Db,
  actor: AccountActor,
  now: Date,
): Promise<[Attention, number][]> {
  const registries = (states: readonly string[]) => sql`
    SELECT count(*)
    FROM registries r
    WHERE r.account_id = ${actor.accountId}
      AND r.kind = 'payroll'
      AND r.state = ANY (${states}::text[])
      AND r.state IN ('APPROVAL', 'INVALID',
        'PARTIALLY_READY') ${ofActorsProjects(
          actor,
          sql`
        r.project_id`,
        )}`;
  /** A payout's project is its job's. */
  const ofJob =
    actor.projectIds === null
      ? sql``
      : sql`
        JOIN jobs j ON j.account_id = p.account_id
          AND j.id = p.job_id
          AND j.project_id = ANY (${actor.projectIds}::integer[])`;
  const questions: readonly (readonly [Attention, Permission, RawBuilder<unknown>])[] = [
    ["PAYROLL_APPROVAL", "payroll-registries.approve", registries(["APPROVAL"])],
    ["PAYROLL_ERRORS", "payroll-registries.edit", registries(["INVALID", "PARTIALLY_READY"])],
    [
      "PAYOUT_FAILED",
      "transactions.view",
      sql`
        SELECT count(*)
        FROM payouts p ${ofJob}
        WHERE p.account_id = ${actor.accountId}
          AND p.state IN ('RECEIPT_FAILED', 'RETURNED', 'FAILED')`,
    ],
    [
      "RECEIPT_ANNULLED",
      "payroll-registries.view",
      sql`
        SELECT count(*)
        FROM receipts c ${
          actor.projectIds === null
            ? sql``
            : sql`
          JOIN payouts p ON p.account_id = c.account_id AND p.id = c.payout_id ${ofJob}`
        }
        WHERE c.account_id = ${actor.accountId}
          AND c.state = 'REVERSED_BY_WORKMAN'
          AND c.reversed_at >= ${startOfMoscowDay(annulledSince(moscowDate(now)))}`,
    ],
    [
      // A disputed result awaits no acceptance.
      "JOB_RESULT",
      "results.accept",
      sql`
        SELECT count(*)
        FROM job_offers o
        JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
        WHERE o.account_id = ${actor.accountId}
          AND o.state = 'COMPLETED' ${ofActorsProjects(actor, sql`j.project_id`)}`,
    ],
    [
      "OFFER_WAITING",
      "offers.manage",
      sql`
        SELECT count(*)
        FROM jobs j
        WHERE j.kind = 'OFFER'
          AND j.account_id = ${actor.accountId}
          AND ${HAS_NEW_OFFERS} ${ofActorsProjects(actor, sql`j.project_id`)}`,
    ],
  ];
  const asked = questions.filter(([, permission]) => may(actor, permission));
  if (asked.length === 0) return [];
  const { rows } = await sql<{ kind: Attention; count: number }>`
    ${sql.join(
      asked.map(
        ([kind, , count]) => sql`SELECT ${kind}::text AS kind, (${count})::integer AS count`,
      ),
      sql` UNION ALL `,
    )}`.execute(db);
  return rows.map(({ kind, count }) => [kind, count]);
}

/** Without documents replaced by newer ones. */
async function readExpiringDocuments(
  db: Db,
  actor: AccountActor,
  now: Date,
): Promise<AccountSummary["expiringDocuments"]> {
  if (!may(actor, "employees.view")) return null;
  const today = moscowDate(now);
  const { rows } = await sql<{
    workman_id: number;
    name: string;
    type: WorkmanDocumentType;
    expire_date: string;
    total: number;
  }>`
    SELECT w.id AS workman_id, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS name,
      d.type, to_char(d.expire_date, 'YYYY-MM-DD') AS expire_date,
      (count(*) OVER ())::integer AS total
    FROM employments e
    JOIN workmen w ON w.id = e.workman_id
    JOIN workman_documents d ON d.workman_id = w.id
    WHERE e.account_id = ${actor.accountId}
      AND e.state IN ('ACTIVE',
        'PAUSED') ${
          actor.projectIds === null
            ? sql``
            : sql`
          AND e.project_ids && ${actor.projectIds}::integer[]`
        }
      AND d.state IN ('VALID', 'EXPIRING')
        AND d.expire_date BETWEEN ${today}::date AND ${addDays(today, SUMMARY_DAYS)}::date
      AND NOT EXISTS (SELECT FROM workman_documents n
        WHERE n.workman_id = d.workman_id
          AND n.type = d.type
          AND n.id > d.id
          AND n.state IN ('UPLOADED', 'CHECKING', 'VALID'))
    ORDER BY d.expire_date, name, d.id LIMIT ${SUMMARY_DOCUMENTS_MAX}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      workman: { id: row.workman_id, name: row.name },
      type: definitionFor(WORKMAN_DOCUMENT_TYPE, row.type),
      expireDate: row.expire_date,
    })),
  };
}

/** A limited user does not reach records without a project. */
function ofActorsProjects(actor: AccountActor, project: RawBuilder<unknown>): RawBuilder<unknown> {
  return actor.projectIds === null
    ? sql``
    : sql`AND ${project} = ANY (${actor.projectIds}::integer[])`;
}
