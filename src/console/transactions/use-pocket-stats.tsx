import { POCKET, type Pocket } from "#contract/transactions/pockets.ts";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import type { Pockets } from "#contract/transactions/transaction.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { writeListAddress } from "#console/kit/list-address.ts";
import type { Stat } from "#console/kit/stat-cards.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { OPERATIONS_PREFIX } from "./transaction-labels.ts";

const FIGURES: Readonly<Record<Pocket, keyof Pockets>> = {
  AVAILABLE: "available",
  ON_THE_WAY: "onTheWay",
  NOT_ARRIVED: "notArrived",
};
const FIRST = { order: null, perPage: 30, page: 1 };

/** A worker's three figures; each leads to the operations it sums. */
export function usePocketStats(): Stat[] {
  const { data } = useRead(transactionEndpoints.pockets, {}, { silent: true });
  return POCKET.definitions.map(({ id, title }) => ({
    key: id,
    title,
    value: <MoneyText rubles={data?.[FIGURES[id]]} />,
    to: `/profile/workman/income${writeListAddress("?tab=operations", { ...FIRST, filters: { pocket: id } }, FIRST, OPERATIONS_PREFIX)}`,
    ...(id === "NOT_ARRIVED" && (data?.notArrived ?? 0) > 0 ? { tone: "bad" as const } : {}),
  }));
}

/** Money of his is on its way or did not arrive: news of it will come. */
export function useIsMoneyAwaited(): boolean {
  const { data } = useRead(transactionEndpoints.pockets, {}, { silent: true });
  return data !== undefined && data.onTheWay + data.notArrived > 0;
}
