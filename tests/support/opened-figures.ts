import { PAYOUTS_ON_THE_WAY } from "#contract/payouts/payout-states.ts";
import {
  OUTCOME_STATES,
  PROJECT_STATES,
  type PayoutWeeks,
} from "#contract/payouts/payout-weeks.ts";
import { attentionLists } from "#contract/accounts/attention-lists.ts";
import type { Payout, PayoutTotals } from "#contract/payouts/payout-endpoints.ts";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";

/** What the lists of these pages read. */
const CALLS: Readonly<Record<string, string>> = {
  "/profile/payroll-registry": "/open-api/v1/payroll-registries",
  "/profile/account/payouts": "/open-api/v1/payouts",
  "/profile/account/receipts": "/open-api/v1/receipts",
  "/profile/account/invoices": "/client-api/invoice/list",
  "/profile/account/risks?tab=papers": "/open-api/v1/risks/papers",
  "/profile/jobs": "/client-api/job/created-list",
  "/profile/jobs/accept": "/client-api/job-offer/acceptance/list",
};

export type Read = <Answer>(url: string) => Promise<Answer>;

export async function totalOf(read: Read, call: string, filters: object = {}): Promise<number> {
  const query = new URLSearchParams(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  ).toString();
  return (await read<{ meta: { total: number } }>(`${call}?${query}`)).meta.total;
}

/** @returns figures of «Сводка» above 0, and the totals of the lists they open. */
export async function openFigures(read: Read, today: string) {
  const { money, attention, jobsByState } = await read<AccountSummary>(
    "/open-api/v1/account/summary",
  );
  const lists = attentionLists(today);
  const said: [string, number][] = [];
  const opened: [string, number][] = [];
  for (const { kind, count } of attention) {
    const { path, filters } = lists[kind.id];
    said.push([kind.id, count]);
    opened.push([kind.id, await totalOf(read, CALLS[path] ?? path, filters)]);
  }
  if (money && money.onTheWay !== null) {
    said.push(["on the way", money.onTheWay]);
    opened.push(["on the way", await onTheWay(read)]);
  }
  for (const { state, count } of jobsByState ?? []) {
    said.push([state.id, count]);
    opened.push([
      state.id,
      await totalOf(read, "/client-api/job/created-list", { states: state.id }),
    ]);
  }
  return { said, opened };
}

/** @returns counts and sums of payouts by week and by project, and those of the lists they open. */
export async function openPayoutFigures(read: Read) {
  const { weeks, projects, otherProjects } = await read<PayoutWeeks>(
    "/open-api/v1/payouts/by-week",
  );
  const said: [string, number, number][] = [];
  const opened: [string, number, number][] = [];
  const open = async (name: string, count: number, amount: number, filters: object) => {
    said.push([name, count, amount]);
    opened.push([name, ...(await listedPayouts(read, filters))]);
  };
  for (const { firstDay, lastDay, outcomes } of weeks)
    for (const { outcome, count, amount } of outcomes)
      await open(`${firstDay} ${outcome.id}`, count, amount, {
        states: OUTCOME_STATES[outcome.id],
        periodStart: firstDay,
        periodEnd: lastDay,
      });
  const ofProjects = {
    states: PROJECT_STATES,
    periodStart: weeks[0]?.firstDay,
    periodEnd: weeks.at(-1)?.lastDay,
  };
  for (const { project, count, amount } of projects)
    await open(project?.title ?? "none", count, amount, {
      ...ofProjects,
      ...(project ? { projectIDs: [project.id] } : { withoutProject: 1 }),
    });
  if (otherProjects)
    await open("others", otherProjects.count, otherProjects.amount, {
      ...ofProjects,
      projectIDs: otherProjects.projectIDs,
    });
  return { said, opened };
}

async function listedPayouts(read: Read, filters: object): Promise<[number, number]> {
  const query = new URLSearchParams(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  );
  let kopecks = 0;
  for (let page = 1; ; page += 1) {
    const { items, meta } = await read<{
      items: Payout[];
      meta: { total: number; lastPage: number };
    }>(`/open-api/v1/payouts?perPage=100&page=${page}&${query.toString()}`);
    for (const { toTransfer } of items) kopecks += Math.round(toTransfer * 100);
    if (page >= meta.lastPage) return [meta.total, kopecks / 100];
  }
}

async function onTheWay(read: Read): Promise<number> {
  const states = PAYOUTS_ON_THE_WAY.join(",");
  const { totals } = await read<{ totals: PayoutTotals }>(`/open-api/v1/payouts?states=${states}`);
  return totals.onTheWay;
}
