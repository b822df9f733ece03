import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { plural } from "#contract/values/plural.ts";
import { formatDay } from "#console/format/dates.ts";
import { formatRubles } from "#console/format/money.ts";
import { MoneyText } from "#console/ui/money-text.tsx";

type Days = NonNullable<AccountSummary["payoutsByDay"]>;

const HEIGHT = 100;
/** A day takes this much of the drawing's width, its bar 8 of it. */
const STEP = 10;
const GAP = 1;
/** The smallest sum is still a line that can be seen. */
const LEAST_BAR = 1;

/** Earned by workers in each of the last days: bars for the eye, a table for everybody who would rather read. */
export function PayoutChart({ days }: { days: Days }) {
  const total = days.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const count = days.reduce((sum, day) => sum + day.count, 0);
  if (count === 0) return <p className="muted">За последние {days.length} дней выплат не было. Запустите реестр, и они появятся здесь</p>;
  const top = niceTop(Math.max(...days.map(({ amount }) => amount)));
  const summary = `За ${days.length} дней ${count.toLocaleString("ru-RU")} ${plural(count, ["выплата", "выплаты", "выплат"])} на ${formatRubles(total)}`;
  return (
    <figure className="summary-chart">
      <figcaption>{summary}</figcaption>
      <div className="summary-plot">
        <span className="summary-scale" aria-hidden="true">
          <span>{shortRubles(top)}</span>
          <span>{shortRubles(top / 2)}</span>
          <span>0</span>
        </span>
        <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`${summary}. Суммы по дням — в таблице ниже`}>
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line key={y} x1="0" x2={days.length * STEP} y1={y} y2={y} vectorEffect="non-scaling-stroke" />
          ))}
          {days.map((day, index) => {
            const height = day.amount > 0 ? Math.max(LEAST_BAR, (day.amount / top) * HEIGHT) : 0;
            return (
              <g key={day.date}>
                <title>{`${formatDay(day.date)}: ${formatRubles(day.amount)}, ${day.count} ${plural(day.count, ["выплата", "выплаты", "выплат"])}`}</title>
                {/* The whole column answers to the pointer, not the bar alone. */}
                <rect className="summary-hit" x={index * STEP} y="0" width={STEP} height={HEIGHT} />
                <rect className="summary-bar" x={index * STEP + GAP} y={HEIGHT - height} width={STEP - 2 * GAP} height={height} />
              </g>
            );
          })}
        </svg>
        <span className="summary-days" aria-hidden="true">
          <span>{formatDay(days[0]?.date ?? "").slice(0, 5)}</span>
          <span>{formatDay(days[Math.floor(days.length / 2)]?.date ?? "").slice(0, 5)}</span>
          <span>{formatDay(days.at(-1)?.date ?? "").slice(0, 5)}</span>
        </span>
      </div>
      <details>
        <summary>Показать таблицей</summary>
        <div className="table-scroll">
          <table className="light-table">
            <caption className="hidden-text">Выплаты по дням</caption>
            <thead>
              <tr>
                <th scope="col">День</th>
                <th scope="col">Выплат</th>
                <th scope="col">Сумма</th>
              </tr>
            </thead>
            <tbody>
              {days
                .filter((day) => day.count > 0)
                .reverse()
                .map((day) => (
                  <tr key={day.date}>
                    <th scope="row">{formatDay(day.date)}</th>
                    <td className="num">{day.count.toLocaleString("ru-RU")}</td>
                    <td>
                      <MoneyText rubles={day.amount} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** The top of the scale: 1, 2 or 5 with zeros, not less than the largest sum. */
function niceTop(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= largest) ?? 10 * power;
}

/** «1,5 млн», «20 тыс.»: a scale has no room for kopecks. */
function shortRubles(rubles: number): string {
  const [share, word] = rubles >= 1_000_000 ? [rubles / 1_000_000, "\u00A0млн\u00A0₽"] : rubles >= 1000 ? [rubles / 1000, "\u00A0тыс.\u00A0₽"] : [rubles, "\u00A0₽"];
  return `${share.toLocaleString("ru-RU", { maximumFractionDigits: 1 })}${word}`;
}
