import { sql, type Kysely } from "kysely";
import { may } from "#contract/access/access.ts";
import {
  ATTENTION,
  SUMMARY_DAYS,
  SUMMARY_DOCUMENTS_MAX,
  type AccountSummary,
} from "#contract/accounts/account-summary.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { JOB_STATE, type JobState } from "#contract/jobs/job-states.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { netPayOf } from "#server/data/net-pay.ts";
import { balanceOfAccount, unconfirmedOfAccount } from "#server/money/ledger/index.ts";
import { countPapers, listPapers } from "#server/modules/risks/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { countWaiting, ofActorsProjects, registriesByState, type Waiting } from "./what-waits.ts";

type Db = Kysely<Schema>;
type Money = NonNullable<AccountSummary["money"]>;

/**
 * Each part reads a counter or a partial index.
 *
 * @param now - days are Moscow days.
 */
export async function loadSummary(db: Db, actor: AccountActor, now: Date): Promise<AccountSummary> {
  const today = moscowDate(now);
  const [registries, balance, payoutsByDay, jobs, expiringDocuments] = await Promise.all([
    registriesByState(db, actor),
    balanceOfAccount(db, actor.accountId),
    readPayoutsByDay(db, actor, today),
    countJobs(db, actor),
    readExpiringDocuments(db, actor, today),
  ]);
  const [money, waiting] = await Promise.all([
    readMoney(db, actor, today, { ...balance, scheduled: registries.SCHEDULED.needed }),
    countWaiting(db, actor, today, { registries, available: balance.available }),
  ]);
  if (may(actor, "jobs.manage")) waiting.set("JOB_REJECTED", { count: jobs?.get("REJECTED") ?? 0 });
  if (may(actor, "transactions.view"))
    waiting.set("PAPERS_EXPIRING", { count: expiringDocuments?.total ?? 0 });
  return {
    at: now.toISOString(),
    money,
    attention: ATTENTION.ids.flatMap((kind) => {
      const { count, kopecks, registryId }: Waiting = waiting.get(kind) ?? { count: 0 };
      return count === 0
        ? []
        : [
            {
              kind: definitionFor(ATTENTION, kind),
              count,
              amount: kopecks === undefined ? null : kopecksToRubles(kopecks),
              registryID: registryId ?? null,
            },
          ];
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

async function readMoney(
  db: Db,
  actor: AccountActor,
  today: string,
  { available, reserved, scheduled }: Record<"available" | "reserved" | "scheduled", bigint>,
): Promise<Money | null> {
  if (!may(actor, "money.view")) return null;
  const isWhole = actor.projectIds === null;
  return {
    balance: kopecksToRubles(available + reserved),
    balanceReserved: kopecksToRubles(reserved),
    scheduled: kopecksToRubles(scheduled),
    onTheWay: isWhole ? kopecksToRubles(await readOnTheWay(db, actor.accountId)) : null,
    daysLeft: isWhole ? await readDaysLeft(db, actor.accountId, today, available) : null,
  };
}

/** The ledger's two sums without what came back or was never sent, and waits for a decision. */
async function readOnTheWay(db: Db, accountId: number): Promise<bigint> {
  const { rows } = await sql<{ kopecks: bigint }>`
    SELECT coalesce(sum(${netPayOf("p")}), 0)::bigint AS kopecks
    FROM payouts p
    WHERE p.account_id = ${accountId} AND p.state IN ('RETURNED', 'FAILED')`.execute(db);
  return (await unconfirmedOfAccount(db, accountId)) - (rows[0]?.kopecks ?? 0n);
}

async function readDaysLeft(
  db: Db,
  accountId: number,
  today: string,
  available: bigint,
): Promise<number | null> {
  const { rows } = await sql<{ spent: bigint }>`
    SELECT coalesce(-sum(sum_kopecks), 0)::bigint AS spent
    FROM operation_counters
    WHERE account_id = ${accountId}
      AND day BETWEEN ${addDays(today, 1 - SUMMARY_DAYS)}::date AND ${today}::date
      AND type IN ('JOB_PAYMENT', 'COMMISSION')`.execute(db);
  const spent = rows[0]?.spent ?? 0n;
  return spent > 0n ? Number((available * BigInt(SUMMARY_DAYS)) / spent) : null;
}

/** Counters cover the whole account, so not for users limited to projects. */
async function readPayoutsByDay(
  db: Db,
  actor: AccountActor,
  today: string,
): Promise<AccountSummary["payoutsByDay"]> {
  if (!may(actor, "transactions.view") || actor.projectIds !== null) return null;
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

/** As the page of risks lists them. */
async function readExpiringDocuments(
  db: Db,
  actor: AccountActor,
  today: string,
): Promise<AccountSummary["expiringDocuments"]> {
  if (!may(actor, "employees.view")) return null;
  const [total, items] = await Promise.all([
    countPapers(db, actor, today),
    listPapers(db, actor, today, { limit: SUMMARY_DOCUMENTS_MAX, offset: 0 }),
  ]);
  return { total, items };
}
