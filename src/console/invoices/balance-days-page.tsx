import { Skeleton, Table, type TableColumnsType } from "antd";
import type { BalanceDay } from "#contract/transactions/reconciliation.ts";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import { formatDay } from "#web/format/dates.ts";
import { listLink } from "#console/kit/list-link.ts";
import { PeriodField } from "#console/kit/period-field.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { usePeriod } from "#console/kit/use-period.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

export default function BalanceDaysPage() {
  const { periodStart, periodEnd, choose } = usePeriod();
  const { data, error, isLoading, reload } = useRead(
    transactionEndpoints.balanceDays,
    { query: { periodStart, periodEnd } },
    { silent: true },
  );
  return (
    <>
      <TitleBar title="Остаток по дням">
        <PeriodField
          label="Период"
          width={250}
          from={periodStart}
          to={periodEnd}
          onChange={choose}
        />
      </TitleBar>
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : isLoading ? (
        <Skeleton active />
      ) : (
        <Table<BalanceDay>
          aria-label="Остаток на конец дня"
          rowKey="date"
          size="small"
          pagination={false}
          scroll={{ x: "max-content" }}
          columns={COLUMNS}
          dataSource={[...(data?.items ?? [])]}
          locale={{
            emptyText: (
              <span className="muted">За этот период деньги не двигались. Выберите другой</span>
            ),
          }}
        />
      )}
    </>
  );
}

const COLUMNS: TableColumnsType<BalanceDay> = [
  {
    key: "date",
    title: "День",
    render: (_, { date }) => (
      <PageLink
        to={listLink("/profile/account/transactions", { periodStart: date, periodEnd: date })}
      >
        {formatDay(date)}
      </PageLink>
    ),
  },
  {
    key: "income",
    title: "Пришло",
    align: "right",
    render: (_, { income }) => <MoneyText rubles={income} />,
  },
  {
    key: "expense",
    title: "Ушло",
    align: "right",
    render: (_, { expense }) => <MoneyText rubles={expense} />,
  },
  {
    key: "available",
    title: "Доступно",
    align: "right",
    render: (_, { available }) => <MoneyText rubles={available} />,
  },
  {
    key: "reserved",
    title: "Заморожено",
    align: "right",
    render: (_, { reserved }) => <MoneyText rubles={reserved} />,
  },
  {
    key: "total",
    title: "Остаток на конец дня",
    align: "right",
    render: (_, { total }) => (
      <strong>
        <MoneyText rubles={total} />
      </strong>
    ),
  },
];
