import { Empty, Table, type TableColumnsType } from "antd";
import { TAX_MONTH_STATE, type TaxMonth } from "#contract/workman-taxes/workman-tax.ts";
import { formatMonth } from "#web/format/dates.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import { partsOf, PhoneRow } from "#console/kit/phone-rows.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";

/** Most asked for first. */
const FIGURES: readonly {
  readonly key: keyof TaxMonth;
  readonly title: string;
  readonly isRare?: boolean;
}[] = [
  { key: "income", title: "Доход" },
  { key: "canceledIncome", title: "Аннулировано", isRare: true },
  { key: "taxAmount", title: "Налог" },
  { key: "bonusUsed", title: "Вычет", isRare: true },
  { key: "reservedAmount", title: "В резерве", isRare: true },
  { key: "paidAmount", title: "Уплачено" },
  { key: "debtAmount", title: "Долг", isRare: true },
  { key: "penaltyAmount", title: "Пени", isRare: true },
];

const PHONE_PARTS = partsOf<TaxMonth>([
  column.text("month", "Месяц", (month) => nameOf(month), { part: "name" }),
  column.money("tax", "Налог", ({ taxAmount }) => taxAmount),
  column.text("state", "Состояние", (month) => <State month={month} />, { part: "state" }),
  ...FIGURES.filter(({ key }) => key !== "taxAmount").map(
    ({ key, title, isRare }): ListColumn<TaxMonth> => ({
      key,
      title,
      render: (month) => <MoneyText rubles={month[key] as number} />,
      isEmpty: (month) => isRare === true && month[key] === 0,
    }),
  ),
  {
    ...column.date<TaxMonth>("due", "Уплатить до", ({ dueDate }) => dueDate, { isDay: true }),
    isEmpty: owesNothing,
  },
]);

/** Latest first; on a phone without zeros. */
export function TaxMonths({ months }: { readonly months: readonly TaxMonth[] }) {
  const isPhone = useIsPhone();
  const latest = months.toReversed();
  return (
    <SectionCard title="По месяцам">
      {latest.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="Доходов в этом году ещё не было" />
      ) : isPhone ? (
        <PhoneMonths months={latest} />
      ) : (
        <Rows months={latest} />
      )}
    </SectionCard>
  );
}

/** Omits figures that are zero in every month. */
const columnsOf = (months: readonly TaxMonth[]): TableColumnsType<TaxMonth> => [
  { key: "month", title: "Месяц", render: (_, month) => nameOf(month) },
  ...FIGURES.filter(({ key, isRare }) => !isRare || months.some((month) => month[key] !== 0)).map(
    ({ key, title }) => ({
      key,
      title,
      align: "right" as const,
      render: (_: unknown, month: TaxMonth) => <MoneyText rubles={month[key] as number} />,
    }),
  ),
  {
    key: "due",
    title: "Уплатить до",
    render: (_, month) => (owesNothing(month) ? "—" : <DateText value={month.dueDate} isDay />),
  },
  { key: "state", title: "Состояние", render: (_, month) => <State month={month} /> },
];

function Rows({ months }: { readonly months: readonly TaxMonth[] }) {
  return (
    <Table<TaxMonth>
      size="small"
      pagination={false}
      scroll={{ x: "max-content" }}
      columns={columnsOf(months)}
      dataSource={[...months]}
      rowKey="monthNumber"
    />
  );
}

function PhoneMonths({ months }: { readonly months: readonly TaxMonth[] }) {
  return (
    <ul className="plain-list phone-rows" aria-label="По месяцам">
      {months.map((month) => (
        <PhoneRow key={month.monthNumber} row={month} parts={PHONE_PARTS} />
      ))}
    </ul>
  );
}

function owesNothing({ state }: TaxMonth): boolean {
  return state.id === "NO_INCOME";
}

function State({ month: { state } }: { readonly month: TaxMonth }) {
  return <StateText title={state.title} tone={TAX_MONTH_STATE.tones[state.id]} />;
}

function nameOf({ monthNumber, year }: TaxMonth): string {
  const name = formatMonth(monthNumber, year);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
