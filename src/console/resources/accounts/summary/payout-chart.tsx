import { Button, Table } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { plural } from "#contract/values/plural.ts";
import { formatDay } from "#console/format/dates.ts";
import { formatRubles, shortRubles } from "#console/format/money.ts";
import { Chart } from "#console/kit/chart.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { MoneyText } from "#console/ui/money-text.tsx";
import { useHasPage } from "#console/ui/page-index.ts";
import { PageLink } from "#console/ui/page-link.tsx";

type Days = NonNullable<AccountSummary["payoutsByDay"]>;

const TRANSACTIONS = "/profile/account/transactions";
const HEIGHT_PX = 220;
const WORDS = ["выплата", "выплаты", "выплат"] as const;

/** Earned by workers in each of the last days: bars for the eye, a table for everybody who would rather read; each day leads to its operations. */
export function PayoutChart({ days }: { readonly days: Days }) {
  const [isTable, setIsTable] = useState(false);
  const navigate = useNavigate();
  const hasPage = useHasPage();
  const total = days.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const count = days.reduce((sum, day) => sum + day.count, 0);
  if (count === 0) return <p className="muted">За последние {days.length} дней выплат не было. Запустите реестр, и они появятся здесь</p>;
  const summary = `За ${days.length} дней ${count.toLocaleString("ru-RU")} ${plural(count, WORDS)} на ${formatRubles(total)}`;
  return (
    <>
      <p>{summary}</p>
      <Chart
        label={`${summary}. Суммы по дням — в таблице ниже`}
        height={HEIGHT_PX}
        format={shortRubles}
        points={days.map((day) => ({ key: day.date, label: formatDay(day.date).slice(0, 5), value: day.amount, hint: `${formatDay(day.date)}: ${formatRubles(day.amount)}, ${day.count} ${plural(day.count, WORDS)}` }))}
        onChoose={hasPage(TRANSACTIONS) ? (date) => void navigate(operationsOf(date)) : undefined}
      />
      <Button type="link" size="small" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
        {isTable ? "Скрыть таблицу" : "Показать таблицей"}
      </Button>
      {isTable ? (
        <Table
          aria-label="Выплаты по дням"
          size="small"
          rowKey="date"
          pagination={false}
          dataSource={days.filter((day) => day.count > 0).reverse()}
          columns={[
            { key: "date", title: "День", render: (_, { date }) => (hasPage(TRANSACTIONS) ? <PageLink to={operationsOf(date)}>{formatDay(date)}</PageLink> : formatDay(date)) },
            { key: "count", title: "Выплат", align: "right", render: (_, day) => <span className="num">{day.count.toLocaleString("ru-RU")}</span> },
            { key: "amount", title: "Сумма", align: "right", render: (_, { amount }) => <MoneyText rubles={amount} /> },
          ]}
        />
      ) : null}
    </>
  );
}

/** Payments of jobs of one day. */
function operationsOf(date: string): string {
  return listLink(TRANSACTIONS, { types: ["JOB_PAYMENT"], periodStart: date, periodEnd: date });
}
