import { Button, Flex, Table, theme } from "antd";
import { useState } from "react";
import {
  OUTCOME_STATES,
  PAYOUT_OUTCOME,
  type PayoutOutcome,
  type PayoutWeeks,
} from "#contract/payouts/payout-weeks.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatDay } from "#web/format/dates.ts";
import { addRubles, formatRubles, shortRubles } from "#web/format/money.ts";
import { Chart } from "#console/kit/chart.tsx";
import { toneColors } from "#console/kit/tone-colors.ts";
import { CountedSum, usePaymentsOf } from "./counted-sum.tsx";

type Week = PayoutWeeks["weeks"][number];

const HEIGHT_PX = 220;
const PAYOUTS = ["выплата", "выплаты", "выплат"] as const;

/** By the day of creation: what has become of each week's payouts. */
export function PayoutsByWeek({ weeks }: { readonly weeks: PayoutWeeks["weeks"] }) {
  const [isTable, setIsTable] = useState(false);
  const paymentsOf = usePaymentsOf();
  const sums = PAYOUT_OUTCOME.ids.map((id) => ({ id, ...sumOf(weeks, id) }));
  const told = sums.filter(({ count }) => count > 0);
  if (told.length === 0)
    return (
      <p className="muted">
        За последние {weeks.length} недель выплат не было. Запустите реестр, и они появятся здесь
      </p>
    );
  const linkOf = (id: PayoutOutcome, first: Week | undefined, last = first) =>
    paymentsOf({
      states: OUTCOME_STATES[id],
      periodStart: first?.firstDay,
      periodEnd: last?.lastDay,
    });
  const words = told.map(
    ({ id, count, amount }) =>
      `${PAYOUT_OUTCOME.titles[id].toLowerCase()} ${formatRubles(amount)}, ${countOf(count, PAYOUTS)}`,
  );
  return (
    <>
      <Flex wrap gap="4px 16px" style={{ marginBottom: 8 }}>
        {told.map(({ id, count, amount }) => (
          <span key={id}>
            <Mark outcome={id} /> {PAYOUT_OUTCOME.titles[id]}{" "}
            <CountedSum
              amount={amount}
              count={count}
              to={linkOf(id, weeks[0], weeks.at(-1))}
              name={`${PAYOUT_OUTCOME.titles[id]} за ${weeks.length} недель`}
            />
          </span>
        ))}
      </Flex>
      <Chart
        label={`За ${weeks.length} недель ${words.join("; ")}. Суммы по неделям — в таблице ниже`}
        height={HEIGHT_PX}
        format={shortRubles}
        points={weeks.map((week) => ({
          key: week.firstDay,
          label: formatDay(week.firstDay).slice(0, 5),
          title: daysOf(week),
          parts: told.map(({ id }) => {
            const { count, amount } = sumOf([week], id);
            return {
              value: amount,
              hint: `${PAYOUT_OUTCOME.titles[id].toLowerCase()} ${formatRubles(amount)}, ${countOf(count, PAYOUTS)}`,
              tone: PAYOUT_OUTCOME.tones[id],
              to: linkOf(id, week),
            };
          }),
        }))}
      />
      <Button type="link" size="small" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
        {isTable ? "Скрыть таблицу" : "Показать таблицей"}
      </Button>
      {isTable ? (
        <Table
          aria-label="Выплаты по неделям"
          size="small"
          rowKey="firstDay"
          pagination={false}
          dataSource={weeks.filter(({ outcomes }) => outcomes.length > 0).toReversed()}
          columns={[
            { key: "week", title: "Неделя", render: (_, week) => daysOf(week) },
            {
              key: "outcomes",
              title: "Что с выплатами",
              render: (_, week) => (
                <Flex vertical>
                  {week.outcomes.map(({ outcome, count, amount }) => (
                    <span key={outcome.id}>
                      {outcome.title}{" "}
                      <CountedSum
                        amount={amount}
                        count={count}
                        to={linkOf(outcome.id, week)}
                        name={`${daysOf(week)}: ${outcome.title.toLowerCase()}`}
                      />
                    </span>
                  ))}
                </Flex>
              ),
            },
          ]}
        />
      ) : null}
    </>
  );
}

/** Names the colour of its bars. */
function Mark({ outcome }: { readonly outcome: PayoutOutcome }) {
  const { token } = theme.useToken();
  const background = toneColors(token)[PAYOUT_OUTCOME.tones[outcome]];
  return (
    <span
      aria-hidden
      style={{ display: "inline-block", width: 10, height: 10, borderRadius: 2, background }}
    />
  );
}

function daysOf({ firstDay, lastDay }: Week): string {
  return `${formatDay(firstDay).slice(0, 5)}–${formatDay(lastDay)}`;
}

function sumOf(weeks: readonly Week[], id: PayoutOutcome) {
  const found = weeks.flatMap(({ outcomes }) =>
    outcomes.filter(({ outcome }) => outcome.id === id),
  );
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    amount: addRubles(found.map(({ amount }) => amount)),
  };
}
