import { Empty, Flex, Select, Table, type TableColumnsType } from "antd";
import { useSearchParams } from "react-router";
import type {
  IncomeCustomer,
  IncomeMonth,
  IncomeSums as Sums,
  PayoutIncome,
} from "#contract/payouts/payout-income.ts";
import { PAYOUTS_ON_THE_WAY, type PayoutState } from "#contract/payouts/payout-states.ts";
import { dayNumber } from "#contract/values/calendar-date.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatMonth, MONTHS } from "#web/format/dates.ts";
import { formatRubles, shortRubles } from "#web/format/money.ts";
import { Chart } from "#console/kit/chart.tsx";
import { listLink } from "#console/kit/list-link.ts";
import type { ListFilters } from "#console/kit/use-paged-list.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { INCOME } from "./income-address.ts";

const HEIGHT_PX = 220;
const PAYOUTS = ["выплата", "выплаты", "выплат"] as const;
const COUNTED: readonly PayoutState[] = [...PAYOUTS_ON_THE_WAY, "PAID"];

/** A year by months and by customers; each row links to its payouts. */
export function IncomeSums({ income }: { readonly income: PayoutIncome }) {
  const { year, years, totals, months, customers } = income;
  const [, setAddress] = useSearchParams();
  const summary = `За ${year} год ${countOf(totals.count, PAYOUTS)}: получено ${formatRubles(totals.paid)}${totals.onTheWay > 0 ? `, в пути ${formatRubles(totals.onTheWay)}` : ""}`;
  const handleYear = (next: number) =>
    setAddress((before) => (before.set("year", String(next)), before), {
      preventScrollReset: true,
    });
  return (
    <Flex vertical gap="middle">
      <Flex gap="middle" wrap align="center">
        {years.length > 1 ? (
          <Select
            aria-label="Год"
            value={year}
            options={years.map((one) => ({ value: one, label: `${one} год` }))}
            onChange={handleYear}
          />
        ) : null}
        <span>{summary}</span>
      </Flex>
      {totals.count === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="За этот год выплат не было" />
      ) : (
        <>
          <Chart
            label={`${summary}. Суммы по месяцам — в таблице ниже`}
            height={HEIGHT_PX}
            format={shortRubles}
            points={months.map((month) => ({
              key: String(month.monthNumber),
              label: (MONTHS[month.monthNumber - 1] ?? "").slice(0, 3),
              title: formatMonth(month.monthNumber, year),
              parts: [
                {
                  value: month.paid + month.onTheWay,
                  hint: `${formatRubles(month.paid + month.onTheWay)}, ${countOf(month.count, PAYOUTS)}`,
                  to: paymentsOf(monthOf(year, month.monthNumber)),
                },
              ],
            }))}
          />
          <SectionCard title="По месяцам">
            <Table<IncomeMonth>
              aria-label="Доход по месяцам"
              size="small"
              rowKey="monthNumber"
              pagination={false}
              dataSource={months.filter(({ count }) => count > 0).toReversed()}
              columns={[
                {
                  key: "month",
                  title: "Месяц",
                  render: (_, { monthNumber }) => (
                    <PageLink to={paymentsOf(monthOf(year, monthNumber))}>
                      {formatMonth(monthNumber, year)}
                    </PageLink>
                  ),
                },
                ...figures<IncomeMonth>(totals),
              ]}
            />
          </SectionCard>
          <SectionCard title="По заказчикам">
            <Table<IncomeCustomer>
              aria-label="Доход по заказчикам"
              size="small"
              rowKey={({ account }) => account.id}
              pagination={false}
              dataSource={[...customers]}
              columns={[
                {
                  key: "account",
                  title: "Заказчик",
                  render: (_, { account }) => (
                    <PageLink
                      to={paymentsOf({
                        accountID: String(account.id),
                        periodStart: `${year}-01-01`,
                        periodEnd: `${year}-12-31`,
                      })}
                    >
                      {account.companyDetailsName}
                    </PageLink>
                  ),
                },
                ...figures<IncomeCustomer>(totals),
              ]}
            />
          </SectionCard>
        </>
      )}
    </Flex>
  );
}

/** A phone has room for paid and expected sums only. */
function figures<Row extends Sums>(totals: Sums): TableColumnsType<Row> {
  return [
    {
      key: "count",
      title: "Выплат",
      align: "right",
      responsive: ["md"],
      render: (_, { count }) => <span className="num">{count.toLocaleString("ru-RU")}</span>,
    },
    {
      key: "accrued",
      title: "Начислено",
      align: "right",
      responsive: ["md"],
      render: (_, { accrued }) => <MoneyText rubles={accrued} />,
    },
    {
      key: "tax",
      title: "Резерв налога",
      align: "right",
      responsive: ["md"],
      render: (_, { tax }) => <MoneyText rubles={tax} />,
    },
    {
      key: "debt",
      title: "В счёт долга",
      align: "right",
      hidden: totals.debt === 0,
      responsive: ["md"],
      render: (_, { debt }) => <MoneyText rubles={debt} />,
    },
    {
      key: "paid",
      title: "Получено",
      align: "right",
      render: (_, { paid }) => <MoneyText rubles={paid} />,
    },
    {
      key: "onTheWay",
      title: "В пути",
      align: "right",
      render: (_, { onTheWay }) => (onTheWay > 0 ? <MoneyText rubles={onTheWay} /> : "—"),
    },
  ];
}

function monthOf(year: number, monthNumber: number): { periodStart: string; periodEnd: string } {
  const month = `${year}-${String(monthNumber).padStart(2, "0")}`;
  const last = [31, 30, 29, 28].find((day) => !Number.isNaN(dayNumber(year, monthNumber, day)));
  return { periodStart: `${month}-01`, periodEnd: `${month}-${last}` };
}

function paymentsOf(filters: ListFilters): string {
  return listLink(INCOME, { states: COUNTED, ...filters });
}
