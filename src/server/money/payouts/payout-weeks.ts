import { sql } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import {
  OUTCOME_STATES,
  PAYOUT_OUTCOME,
  PAYOUT_PROJECTS_MAX,
  PAYOUT_WEEKS,
  PROJECT_STATES,
  type PayoutWeeks,
} from "#contract/payouts/payout-weeks.ts";
import { addDays, moscowDate, toDayNumber } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { groupBy } from "#server/data/group-by.ts";
import { moscowDayOf } from "#server/data/moscow-day.ts";
import { netPayOf } from "#server/data/net-pay.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Actor } from "#server/http/actor.ts";
import { filtersOf, LISTED_PAYOUTS } from "./list-payouts.ts";
import { payoutsOfSide } from "./payouts-of-side.ts";

interface Group {
  readonly week: number;
  readonly state: PayoutState;
  readonly project_id: number | null;
  readonly project_title: string | null;
  readonly count: number;
  readonly kopecks: bigint;
}

/** Counted by the filters of the list that each figure opens. */
export async function payoutWeeks(trx: Trx, actor: Actor, now: Date): Promise<PayoutWeeks> {
  const first = firstMonday(moscowDate(now));
  const last = addDays(first, PAYOUT_WEEKS * 7 - 1);
  const filters = [
    payoutsOfSide(actor, true),
    ...filtersOf({
      periodStart: first,
      periodEnd: last,
      states: Object.values(OUTCOME_STATES).flat(),
    }),
  ];
  const { rows } = await sql<Group>`
    SELECT s.*, e.title AS project_title
    FROM (SELECT (${moscowDayOf(sql`p.created_at`)} - ${first}::date) / 7 AS week, p.state,
        j.project_id, count(*)::integer AS count, sum(${netPayOf("p")})::bigint AS kopecks
      FROM ${LISTED_PAYOUTS}
      WHERE ${sql.join(filters, sql` AND `)}
      GROUP BY 1, 2, 3) s
    LEFT JOIN projects e ON e.id = s.project_id`.execute(trx);
  return { weeks: weeksOf(rows, first), ...projectsOf(rows) };
}

/** 1 January 1970 was a Thursday. */
function firstMonday(today: string): string {
  const weekday = (toDayNumber(today) + 3) % 7;
  return addDays(today, -weekday - (PAYOUT_WEEKS - 1) * 7);
}

function weeksOf(rows: readonly Group[], first: string): PayoutWeeks["weeks"] {
  return Array.from({ length: PAYOUT_WEEKS }, (_, index) => ({
    firstDay: addDays(first, index * 7),
    lastDay: addDays(first, index * 7 + 6),
    outcomes: PAYOUT_OUTCOME.ids
      .map((id) => ({
        outcome: definitionFor(PAYOUT_OUTCOME, id),
        ...sumOf(
          rows.filter(({ week, state }) => week === index && OUTCOME_STATES[id].includes(state)),
        ),
      }))
      .filter(({ count }) => count > 0),
  }));
}

function projectsOf(rows: readonly Group[]): Pick<PayoutWeeks, "projects" | "otherProjects"> {
  const counted = rows.filter(({ state }) => PROJECT_STATES.includes(state));
  const groups = groupBy(counted, (row) => row.project_id);
  const without = groups.get(null);
  groups.delete(null);
  const named = [...groups]
    .map(([id, group]) => ({
      project: { id: id ?? 0, title: group[0]?.project_title ?? "" },
      group,
      ...sumOf(group),
    }))
    .sort((a, b) => b.amount - a.amount || a.project.id - b.project.id);
  const others = named.slice(PAYOUT_PROJECTS_MAX);
  return {
    projects: [
      ...named
        .slice(0, PAYOUT_PROJECTS_MAX)
        .map(({ project, count, amount }) => ({ project, count, amount })),
      ...(without ? [{ project: null, ...sumOf(without) }] : []),
    ],
    otherProjects:
      others.length === 0
        ? null
        : {
            projectIDs: others.map(({ project }) => project.id),
            ...sumOf(others.flatMap(({ group }) => group)),
          },
  };
}

function sumOf(rows: readonly Group[]): { count: number; amount: number } {
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amount: kopecksToRubles(rows.reduce((sum, row) => sum + row.kopecks, 0n)),
  };
}
