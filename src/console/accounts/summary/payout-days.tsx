import { Table } from "antd";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { formatDay } from "#web/format/dates.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

interface PayoutDaysProps {
  readonly days: NonNullable<AccountSummary["payoutsByDay"]>;
  /** Only with the right to see them. */
  readonly linkOf?: (date: string) => string;
}

/** Newest day first. */
export function PayoutDays({ days, linkOf }: PayoutDaysProps) {
  return (
    <Table
      aria-label="Выплаты по дням"
      size="small"
      rowKey="date"
      pagination={false}
      dataSource={days.filter((day) => day.count > 0).reverse()}
      columns={[
        {
          key: "date",
          title: "День",
          render: (_, { date }) =>
            linkOf ? <PageLink to={linkOf(date)}>{formatDay(date)}</PageLink> : formatDay(date),
        },
        {
          key: "count",
          title: "Выплат",
          align: "right",
          render: (_, day) => <span className="num">{day.count.toLocaleString("ru-RU")}</span>,
        },
        {
          key: "amount",
          title: "Сумма",
          align: "right",
          render: (_, { amount }) => <MoneyText rubles={amount} />,
        },
      ]}
    />
  );
}
