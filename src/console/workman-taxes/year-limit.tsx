import { Alert, Progress } from "antd";
import type { TaxYear } from "#contract/workman-taxes/workman-tax.ts";
import { MONTHS } from "#web/format/dates.ts";
import { formatRubles } from "#web/format/money.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { forecastYear } from "./forecast-year.ts";

const MONTHS_IN = [
  "январе",
  "феврале",
  "марте",
  "апреле",
  "мае",
  "июне",
  "июле",
  "августе",
  "сентябре",
  "октябре",
  "ноябре",
  "декабре",
] as const;

/** Source: `domain.md` §1.1. */
export function YearLimit({
  taxes: { year, limitUsed: income, outsideIncome, limit, items },
}: {
  readonly taxes: TaxYear;
}) {
  const left = Math.max(limit - income, 0);
  const isRunning = items.length > 0 && items.length < MONTHS.length;
  const forecast = isRunning
    ? forecastYear(
        items.map((month) => month.income),
        limit,
        income,
      )
    : null;
  return (
    <SectionCard title={`Лимит дохода ${year} года`}>
      <Progress
        percent={limit > 0 ? Math.min(Math.floor((income / limit) * 100), 100) : 0}
        status={income > limit ? "exception" : "normal"}
        aria-label="Использовано лимита"
      />
      <p>
        Доход {formatRubles(income)} из {formatRubles(limit)}, осталось {formatRubles(left)}
      </p>
      <p className="muted">
        {outsideIncome > 0
          ? `Из него ${formatRubles(outsideIncome)} вне платформы, по данным ФНС`
          : "Посчитан доход через платформу. Доход от других учтём, когда о нём сообщит ФНС"}
      </p>
      {income > limit ? (
        <Alert
          type="error"
          showIcon
          message="Лимит превышен: до конца года самозанятому платить нельзя"
          description="Новые выплаты станут доступны со следующего года или в статусе предпринимателя"
        />
      ) : forecast?.limitMonth ? (
        <Alert
          type="warning"
          showIcon
          message={`При таком же доходе лимит закончится в ${MONTHS_IN[forecast.limitMonth - 1] ?? ""}`}
          description={`За год получится около ${formatRubles(forecast.total)}`}
        />
      ) : forecast ? (
        <p className="muted">
          При таком же доходе за год получится около {formatRubles(forecast.total)}: лимита хватит
        </p>
      ) : null}
    </SectionCard>
  );
}
