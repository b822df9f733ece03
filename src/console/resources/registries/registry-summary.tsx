import type { ReactNode } from "react";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { useAccess } from "#console/providers/access.ts";
import { MoneyText } from "#console/ui/money-text.tsx";
import { grouped, hasStarted, resultSentence, totalsSentence } from "./registry-words.ts";
import { useMoneySight } from "./use-registry.ts";

/** Totals in one sentence and as cards; every sum that has postings opens them. */
export function RegistrySummary({ info, onPostings }: { info: PayrollInfo; onPostings: () => void }) {
  const sight = useMoneySight();
  const hasPostings = useAccess()("transactions.view").can && (hasStarted(info.state.id) || info.state.id === "SCHEDULED");
  const sum = (rubles: number | null) =>
    hasPostings ? (
      <button type="button" className="sum-button" onClick={onPostings}>
        <MoneyText rubles={rubles} />
        <span className="hidden-text">, показать проводки</span>
      </button>
    ) : (
      <MoneyText rubles={rubles} />
    );
  const isPaying = hasStarted(info.state.id);
  const isOver = isPaying && info.state.id !== "EXECUTING";
  const rest = isPaying ? info.available : info.balanceAfter;
  return (
    <section aria-label="Итоги реестра" className="summary">
      <p className="summary-sentence" role="status">
        {isPaying ? resultSentence(info, sight) : totalsSentence(info, sight)}
      </p>
      <dl className="tiles">
        <Tile title="Строк">{grouped(info.rowsCount)}</Tile>
        {isPaying ? (
          <>
            <Tile title="Выплачено" tone="good">
              {grouped(info.paidCount)}
            </Tile>
            <Tile title="Не прошло" tone={info.failedCount > 0 ? "bad" : undefined}>
              {grouped(info.failedCount)}
            </Tile>
          </>
        ) : (
          <>
            <Tile title="Готово" tone="good">
              {grouped(info.readyCount)}
            </Tile>
            <Tile title="С ошибками" tone={info.errorsCount > 0 ? "bad" : undefined}>
              {grouped(info.errorsCount)}
            </Tile>
            <Tile title="С предупреждениями" tone={info.warningsCount > 0 ? "warning" : undefined}>
              {grouped(info.warningsCount)}
            </Tile>
          </>
        )}
        {sight.sums ? (
          <>
            {isPaying ? <Tile title="Сумма выплат">{sum(info.paidAmount)}</Tile> : null}
            {isOver ? null : <Tile title="К выплате">{sum(info.toPay)}</Tile>}
            <Tile title="Комиссия">{sum(info.commission)}</Tile>
          </>
        ) : null}
        {sight.balance && rest !== null ? (
          <Tile title={isPaying ? "Доступно" : "Останется"} tone={rest < 0 ? "bad" : undefined}>
            <MoneyText rubles={rest} />
          </Tile>
        ) : null}
      </dl>
    </section>
  );
}

function Tile({ title, tone, children }: { title: string; tone?: "good" | "bad" | "warning"; children: ReactNode }) {
  return (
    <div className="tile" data-tone={tone}>
      <dt>{title}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
