import { useCan } from "@refinedev/core";
import { PAYROLL_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import { hasStarted } from "#contract/registries/registry-states.ts";
import { Button, Typography } from "antd";
import { useState, type ReactNode } from "react";
import { fileTotalSentence } from "#contract/registries/file-total.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { StatCards, type Stat } from "#console/kit/stat-cards.tsx";
import { useIsNarrow, useIsPhone } from "#console/kit/use-is-phone.ts";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { countStats, ROW_TITLES } from "../registry-stats.ts";
import { groupedDigits, moneyFigures, resultSentence, totalsSentence } from "../registry-labels.ts";
import { useMoneySight } from "../use-registry.ts";
import { PAYROLL } from "./payroll-kind.ts";
import { PostingsDrawer } from "./postings-drawer.tsx";

const BAD_STATES = Object.entries(PAYROLL_ITEM_STATE.tones).flatMap(([state, tone]) =>
  tone === "bad" && state !== "VALIDATION_FAILED" ? [state] : [],
);

/** Counts filter the rows, sums open the postings. */
export function PayrollStats({
  info,
  list,
}: {
  readonly info: PayrollInfo;
  readonly list: PagedList<PayrollItem>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const sight = useMoneySight(PAYROLL);
  const isPaying = hasStarted(info.state.id);
  const isConfirmed = isPaying || info.state.id === "SCHEDULED";
  const takenOut = isConfirmed ? info.rowsCount - info.readyCount - info.errorsCount : 0;
  const isOver = isPaying && info.state.id !== "EXECUTING";
  const hasPostings = useCan(right("transactions.view")).data?.can && isConfirmed;
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  // Before the start the footer tells them too.
  const hasMoney = isPaying || hasPostings || !(isPhone || isNarrow);
  const sum = (rubles: number | null): ReactNode =>
    hasPostings ? (
      <Button type="link" className="sum-button" onClick={() => setIsOpen(true)}>
        <MoneyText rubles={rubles} />
        <span className="hidden-text">, показать проводки</span>
      </Button>
    ) : (
      <MoneyText rubles={rubles} />
    );
  const counts = countStats(list, {
    good: isPaying ? ["PAID"] : ["READY_TO_APPLY"],
    bad: BAD_STATES,
  });
  const stats: (Stat | null)[] = [
    counts.all(info.rowsCount),
    isPaying
      ? counts.good("Выплачено", info.paidCount)
      : counts.good(ROW_TITLES.ready, info.readyCount),
    counts.errors(info.errorsCount),
    isPaying ? counts.bad(PAYROLL.failed, info.failedCount) : null,
    isPaying ? null : counts.warnings(info.warningsCount),
    takenOut > 0 ? { key: "takenOut", title: "Убрано", value: groupedDigits(takenOut) } : null,
    sight.sums && isPaying
      ? { key: "paidAmount", title: "Сумма выплат", value: sum(info.paidAmount) }
      : null,
    ...(hasMoney ? moneyFigures(info, sight) : [])
      .filter(({ key }) => !(key === "toPay" ? isOver : key === "rest" && isPaying))
      .map(({ key, title, rubles, isBad }): Stat => ({
        key,
        title,
        value: key === "rest" ? <MoneyText rubles={rubles} /> : sum(rubles),
        tone: isBad ? "bad" : undefined,
      })),
    sight.balance && isPaying && info.available !== null
      ? {
          key: "available",
          title: "Доступно",
          value: <MoneyText rubles={info.available} />,
          tone: info.available < 0 ? "bad" : undefined,
        }
      : null,
  ];
  return (
    <section aria-label="Итоги реестра">
      <p className="hidden-text summary-sentence" role="status">
        {isPaying ? resultSentence(info, sight) : totalsSentence(info, sight)}
      </p>
      <StatCards label="Итоги" stats={stats.filter((one) => one !== null)} />
      {info.fileTotal ? (
        <Typography.Paragraph
          role="note"
          type={info.fileTotal.excess > 0 ? "warning" : "secondary"}
          style={{ marginBottom: 8 }}
        >
          {fileTotalSentence(info.fileTotal, info.errorsCount)}
        </Typography.Paragraph>
      ) : null}
      {isOpen ? <PostingsDrawer registry={info} onClose={() => setIsOpen(false)} /> : null}
    </section>
  );
}
