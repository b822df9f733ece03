import { Skeleton, Typography } from "antd";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { payoutEndpoints, type Payout } from "#contract/payouts/payout-endpoints.ts";
import { arrivalWords } from "#contract/payouts/payout-arrival.ts";
import type { PayoutIncome } from "#contract/payouts/payout-income.ts";
import { listLink } from "#console/kit/list-link.ts";
import { SectionTabs } from "#console/kit/section-tabs.tsx";
import { StatCards } from "#console/kit/stat-cards.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { OwnOperations } from "#console/transactions/index.tsx";
import { DebtAlert } from "#console/workman-wallet/parts.ts";
import { PushOffer } from "#console/notices/parts.ts";
import { useIsMoneyAwaited, usePocketStats } from "#console/transactions/parts.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PAYOUTS } from "../payout-lists.ts";
import { INCOME } from "./income-address.ts";
import { IncomeFileButton } from "./income-file-button.tsx";
import { IncomeSums } from "./income-sums.tsx";
import { PayoutList } from "./own-payouts.tsx";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const MINE = { isMine: true };

export default function IncomePage() {
  const [address] = useSearchParams();
  const isList = (address.get("tab") ?? PAYOUTS) === PAYOUTS;
  const payouts = usePagedList<Payout>({
    resource: PAYOUTS,
    order: NEWEST_FIRST,
    query: MINE,
    enabled: isList,
  });
  const isAwaited = useIsMoneyAwaited();
  const year = Number(address.get("year"));
  const income = useRead(
    payoutEndpoints.income,
    { query: Number.isInteger(year) && year >= 2000 && year <= 2100 ? { year } : {} },
    { silent: true },
  );
  return (
    <>
      <TitleBar title="Доход">
        {isList ? (
          <IncomeFileButton filters={payouts.filters} isEmpty={payouts.total === 0} />
        ) : null}
      </TitleBar>
      <Figures income={income.data} />
      <DebtAlert />
      {isAwaited ? <PushOffer /> : null}
      <SectionTabs
        sections={[
          {
            key: PAYOUTS,
            title: "Выплаты",
            content: <PayoutList list={payouts} accounts={income.data?.accounts} />,
          },
          {
            key: "sums",
            title: "По месяцам",
            content: income.error ? (
              <FailedPart message={income.error.message} onRetry={income.reload} />
            ) : income.data ? (
              <IncomeSums income={income.data} />
            ) : (
              <Skeleton active />
            ),
          },
          {
            key: "operations",
            title: "Операции",
            content: (
              <Suspense fallback={<Skeleton active />}>
                <OwnOperations />
              </Suspense>
            ),
          },
        ]}
      />
    </>
  );
}

/** Each figure links to its list. */
function Figures({ income }: { readonly income: PayoutIncome | undefined }) {
  const pockets = usePocketStats();
  const { next, totals, year } = income ?? {};
  return (
    <>
      <StatCards
        label="Деньги"
        stats={[
          ...pockets,
          {
            key: "year",
            title: year === undefined ? "Получено" : `Получено за ${year} год`,
            value: <MoneyText rubles={totals?.paid} />,
            tone: "good",
            to: listLink(INCOME, {
              states: ["PAID"],
              periodStart: `${year}-01-01`,
              periodEnd: `${year}-12-31`,
            }),
          },
        ]}
      />
      {next?.arrivesBy ? (
        <Typography.Paragraph type="secondary">
          Деньги в пути придут {arrivalWords(next.arrivesBy)}
        </Typography.Paragraph>
      ) : null}
    </>
  );
}
