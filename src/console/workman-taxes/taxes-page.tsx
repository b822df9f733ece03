import { Alert, Select, Skeleton } from "antd";
import { useSearchParams } from "react-router";
import { formatDate } from "#contract/values/calendar-date.ts";
import { workmanTaxEndpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import { StatCards } from "#console/kit/stat-cards.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { productToday } from "#web/live/product-clock.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { addRubles } from "#web/format/money.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { TaxMonths } from "./tax-months.tsx";
import { TaxPayments, useTaxPayments } from "./tax-payments.tsx";
import { TaxPayerCard } from "./tax-payer-card.tsx";
import { TaxReferences } from "./tax-references.tsx";
import { FNS } from "./tax-labels.ts";
import { YearLimit } from "./year-limit.tsx";

/** First year of the professional income tax. */
const FIRST_YEAR = 2019;

/** Source: `domain.md` §1.1 to §1.4. */
export default function TaxesPage() {
  const [address, setAddress] = useSearchParams();
  const thisYear = Number(productToday().slice(0, 4));
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, index) => thisYear - index);
  const year = years.find((one) => String(one) === address.get("year")) ?? thisYear;
  const taxes = useRead(workmanTaxEndpoints.taxes, { query: { year } }, { silent: true });
  return (
    <>
      <TitleBar title="Налоги">
        <Select
          aria-label="Год"
          value={year}
          options={years.map((one) => ({ value: one, label: `${one} год` }))}
          onChange={(next) => setAddress(next === thisYear ? {} : { year: String(next) })}
        />
      </TitleBar>
      <TaxServiceSums />
      <TaxPayments />
      {taxes.error ? (
        <FailedPart message={taxes.error.message} onRetry={taxes.reload} />
      ) : taxes.data ? (
        <>
          <YearLimit taxes={taxes.data} />
          <TaxMonths months={taxes.data.items} />
        </>
      ) : (
        <Skeleton active />
      )}
      <TaxPayerCard />
      <TaxReferences years={years} />
    </>
  );
}

/** Without access: advice to grant it. */
function TaxServiceSums() {
  const { data, error, reload } = useRead(
    workmanTaxEndpoints.taxpayerAccountInfo,
    {},
    { silent: true },
  );
  const { data: payments } = useTaxPayments();
  const nextDay = payments?.items.find(({ isOverdue }) => !isOverdue)?.dueDate;
  if (error?.statusCode === 409)
    return (
      <Alert
        type="info"
        showIcon
        message={error.message}
        description={<PageLink to={FNS}>Связь с «Мой налог»</PageLink>}
        style={{ marginBottom: 12 }}
      />
    );
  if (error) return <FailedPart message={error.message} onRetry={reload} />;
  // The account is asked four times an hour, the documents at once: they know an accrual earlier.
  const known = (kept: number | undefined, isLate: boolean) =>
    kept === undefined
      ? undefined
      : Math.max(
          kept,
          addRubles(
            (payments?.items ?? [])
              .filter(({ isOverdue }) => isOverdue === isLate)
              .map(({ amount }) => amount),
          ),
        );
  const unpaid = known(data?.unpaidAmount, false);
  const late = known(data?.debtAmount, true);
  return (
    <StatCards
      label="По данным ФНС"
      stats={[
        {
          key: "unpaid",
          title: nextDay ? `К уплате до ${formatDate(nextDay)}` : "К уплате",
          value: <MoneyText rubles={unpaid} />,
          tone: (unpaid ?? 0) > 0 ? "warning" : undefined,
        },
        {
          key: "debt",
          title: "Просрочено",
          value: <MoneyText rubles={late} />,
          tone: (late ?? 0) > 0 ? "bad" : undefined,
        },
        { key: "bonus", title: "Осталось вычета", value: <MoneyText rubles={data?.bonusAmount} /> },
      ]}
    />
  );
}
