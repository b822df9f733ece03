import type { ReactNode } from "react";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { StatCards, type Stat } from "#console/kit/stat-cards.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { useAccess } from "#console/providers/access.ts";
import { MoneyText } from "#console/ui/money-text.tsx";
import { grouped, hasStarted, resultSentence, totalsSentence } from "./registry-words.ts";
import { useMoneySight } from "./use-registry.ts";

interface RegistrySummaryProps {
  readonly info: PayrollInfo;
  readonly list: PagedList<PayrollItem>;
  readonly onPostings: () => void;
}

type RowFilter = "onlyErrors" | "onlyWarnings";

/** Totals on one line: counts are filters of the rows, sums open their postings. A screen reader hears them as one sentence. */
export function RegistrySummary({ info, list, onPostings }: RegistrySummaryProps) {
  const sight = useMoneySight();
  const hasPostings = useAccess()("transactions.view").can && (hasStarted(info.state.id) || info.state.id === "SCHEDULED");
  const isPaying = hasStarted(info.state.id);
  const isOver = isPaying && info.state.id !== "EXECUTING";
  const rest = isPaying ? info.available : info.balanceAfter;

  const sum = (rubles: number | null): ReactNode =>
    hasPostings ? (
      <button type="button" className="sum-button" onClick={onPostings}>
        <MoneyText rubles={rubles} />
        <span className="hidden-text">, показать проводки</span>
      </button>
    ) : (
      <MoneyText rubles={rubles} />
    );
  const filtering = (name: RowFilter, title: string, count: number, tone: Stat["tone"]): Stat => {
    const isChosen = list.filters[name] === "true";
    const isUseful = count > 0 || isChosen;
    return {
      key: name,
      title,
      value: grouped(count),
      tone: count > 0 ? tone : undefined,
      isChosen,
      onChoose: isUseful ? () => list.setFilters({ onlyErrors: undefined, onlyWarnings: undefined, cause: undefined, [name]: isChosen ? undefined : "true" }) : undefined,
    };
  };
  const stats: (Stat | null)[] = [
    { key: "rows", title: "Строк", value: grouped(info.rowsCount) },
    isPaying ? { key: "paid", title: "Выплачено", value: grouped(info.paidCount), tone: "good" } : { key: "ready", title: "Готово", value: grouped(info.readyCount), tone: "good" },
    isPaying ? { key: "failed", title: "Не прошло", value: grouped(info.failedCount), tone: info.failedCount > 0 ? "bad" : undefined } : filtering("onlyErrors", "С ошибками", info.errorsCount, "bad"),
    isPaying ? null : filtering("onlyWarnings", "С предупреждениями", info.warningsCount, "warning"),
    sight.sums && isPaying ? { key: "paidAmount", title: "Сумма выплат", value: sum(info.paidAmount) } : null,
    sight.sums && !isOver ? { key: "toPay", title: "К выплате", value: sum(info.toPay) } : null,
    sight.sums ? { key: "commission", title: "Комиссия", value: sum(info.commission) } : null,
    sight.balance && rest !== null ? { key: "rest", title: isPaying ? "Доступно" : "Останется", value: <MoneyText rubles={rest} />, tone: rest < 0 ? "bad" : undefined } : null,
  ];
  return (
    <section aria-label="Итоги реестра">
      <p className="hidden-text summary-sentence" role="status">
        {isPaying ? resultSentence(info, sight) : totalsSentence(info, sight)}
      </p>
      <StatCards label="Итоги" stats={stats.filter((one) => one !== null)} />
    </section>
  );
}
