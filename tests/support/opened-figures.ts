import { PAYOUTS_ON_THE_WAY } from "#contract/payouts/payout-states.ts";
import { attentionLists } from "#contract/accounts/attention-lists.ts";
import type { PayoutTotals } from "#contract/payouts/payout-endpoints.ts";
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

async function onTheWay(read: Read): Promise<number> {
  const states = PAYOUTS_ON_THE_WAY.join(",");
  const { totals } = await read<{ totals: PayoutTotals }>(`/open-api/v1/payouts?states=${states}`);
  return totals.onTheWay;
}
