import { Button, Skeleton } from "antd";
import { lazy, Suspense, useState } from "react";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatDay } from "#web/format/dates.ts";
import { addRubles, formatRubles, shortRubles } from "#web/format/money.ts";
import { Chart } from "#console/kit/chart.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { useHasPage } from "#web/ui/page-index.ts";

type Days = NonNullable<AccountSummary["payoutsByDay"]>;

const PayoutDays = lazy(async () => ({ default: (await import("./payout-days.tsx")).PayoutDays }));

const TRANSACTIONS = "/profile/account/transactions";
const HEIGHT_PX = 220;
const WORDS = ["выплата", "выплаты", "выплат"] as const;

export function PayoutsByDay({ days }: { readonly days: Days }) {
  const [isTable, setIsTable] = useState(false);
  const hasPage = useHasPage();
  const total = addRubles(days.map(({ amount }) => amount));
  const count = days.reduce((sum, day) => sum + day.count, 0);
  if (count === 0)
    return (
      <p className="muted">
        За последние {days.length} дней выплат не было. Запустите реестр, и они появятся здесь
      </p>
    );
  const summary = `За ${days.length} дней ${countOf(count, WORDS)} на ${formatRubles(total)}`;
  return (
    <>
      <p>{summary}</p>
      <Chart
        label={`${summary}. Суммы по дням — в таблице ниже`}
        height={HEIGHT_PX}
        format={shortRubles}
        points={days.map((day) => ({
          key: day.date,
          label: formatDay(day.date).slice(0, 5),
          title: formatDay(day.date),
          parts: [
            {
              value: day.amount,
              hint: `${formatRubles(day.amount)}, ${countOf(day.count, WORDS)}`,
              to: hasPage(TRANSACTIONS) ? operationsOf(day.date) : undefined,
            },
          ],
        }))}
      />
      <Button type="link" size="small" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
        {isTable ? "Скрыть таблицу" : "Показать таблицей"}
      </Button>
      {isTable ? (
        <Suspense fallback={<Skeleton active />}>
          <PayoutDays days={days} linkOf={hasPage(TRANSACTIONS) ? operationsOf : undefined} />
        </Suspense>
      ) : null}
    </>
  );
}

function operationsOf(date: string): string {
  return listLink(TRANSACTIONS, { types: ["JOB_PAYMENT"], periodStart: date, periodEnd: date });
}
