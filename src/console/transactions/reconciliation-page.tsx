import { Alert, Button, Flex, Skeleton, Table, type TableColumnsType } from "antd";
import type {
  ReconciledKind,
  ReconciledProject,
  Reconciliation,
} from "#contract/transactions/reconciliation.ts";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import { formatDay } from "#web/format/dates.ts";
import { formatRubles } from "#web/format/money.ts";
import { listLink } from "#console/kit/list-link.ts";
import { PrintNote } from "#console/kit/print-head.tsx";
import { PeriodField } from "#console/kit/period-field.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { StatCards } from "#console/kit/stat-cards.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { usePeriod } from "#console/kit/use-period.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { BankReconciliationPart, BankVerdict } from "./bank-reconciliation.tsx";
import { signed } from "./transaction-labels.ts";

const TRANSACTIONS = "/profile/account/transactions";

type Days = Pick<Reconciliation, "periodStart" | "periodEnd">;

/** Opening + movements = closing, by type and project, beside the bank's statement. */
export default function ReconciliationPage() {
  const { periodStart, periodEnd, choose } = usePeriod();
  const days = { periodStart, periodEnd };
  const { data, error, isLoading, reload } = useRead(
    transactionEndpoints.reconciliation,
    { query: days },
    { silent: true },
  );
  const bank = useRead(
    transactionEndpoints.bankReconciliation,
    { query: days },
    { silent: true, staleTimeMs: 0 },
  );
  return (
    <>
      <TitleBar title="Сверка">
        <PeriodField
          label="Период"
          width={250}
          from={periodStart}
          to={periodEnd}
          onChange={choose}
        />
        <Button onClick={() => window.print()}>Печать</Button>
      </TitleBar>
      <PrintNote>
        За период с {formatDay(periodStart)} по {formatDay(periodEnd)}
      </PrintNote>
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : isLoading || !data ? (
        <Skeleton active />
      ) : (
        <Flex vertical gap="middle">
          <BalanceVerdict difference={data.difference} />
          {bank.data ? <BankVerdict reconciliation={bank.data} /> : null}
          <Balance reconciliation={data} />
        </Flex>
      )}
      {error ? null : <BankReconciliationPart reading={bank} />}
    </>
  );
}

/** Do the movements explain the balance. */
function BalanceVerdict({ difference }: Pick<Reconciliation, "difference">) {
  return difference.available === 0 && difference.reserved === 0 ? (
    <Alert
      type="success"
      role="status"
      showIcon
      message="Остаток на начало и движения дают остаток на конец, до копейки"
    />
  ) : (
    <Alert
      type="error"
      role="alert"
      showIcon
      message={`Движения не объясняют ${formatRubles(difference.total)} остатка`}
      description="Это ошибка учёта платформы. Напишите в поддержку и укажите период"
    />
  );
}

function Balance({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const {
    opening,
    closing,
    movement,
    kinds,
    projects,
    periodStart,
    periodEnd,
    returned,
    onTheWay,
    paid,
    taxes,
    commissions,
  } = reconciliation;
  return (
    <Flex vertical gap="middle">
      <StatCards
        label="Остатки"
        stats={[
          {
            key: "opening",
            title: `На начало ${formatDay(periodStart)}`,
            value: formatRubles(opening.total),
          },
          {
            key: "movement",
            title: "Движения за период",
            value: signed(movement.total),
            to: operationsOf(reconciliation, {}),
          },
          {
            key: "closing",
            title: `На конец ${formatDay(periodEnd)}`,
            value: formatRubles(closing.total),
          },
          {
            key: "reserved",
            title: "Из них заморожено на конец",
            value: formatRubles(closing.reserved),
          },
          {
            key: "returned",
            title: "Не дошло, ждёт решения",
            value: `${formatRubles(returned.amount)} (${returned.count})`,
            tone: returned.count > 0 ? "warning" : undefined,
            to: listLink("/profile/account/payouts", { states: ["RETURNED", "FAILED"] }),
          },
        ]}
      />
      <StatCards
        label="Где всё внесённое на конец"
        stats={[
          { key: "on-the-way", title: "В пути к исполнителям", value: formatRubles(onTheWay) },
          { key: "paid", title: "Выплачено исполнителям", value: formatRubles(paid) },
          { key: "taxes", title: "Удержано на их налог и долги", value: formatRubles(taxes) },
          { key: "commissions", title: "Комиссия платформы", value: formatRubles(commissions) },
          {
            key: "put-in",
            title: "Всего внесено, с остатком и недошедшим",
            value: formatRubles(
              closing.total + returned.amount + onTheWay + paid + taxes + commissions,
            ),
          },
        ]}
      />
      <SectionCard title="По видам операций">
        <Table<ReconciledKind>
          aria-label="Движения по видам операций"
          rowKey={({ type }) => type.id}
          size="small"
          pagination={false}
          scroll={{ x: "max-content" }}
          columns={kindColumns(reconciliation)}
          dataSource={[...kinds]}
          locale={{ emptyText: <span className="muted">За этот период деньги не двигались</span> }}
          summary={() => (kinds.length > 0 ? <KindTotals reconciliation={reconciliation} /> : null)}
        />
      </SectionCard>
      <SectionCard title="По проектам">
        {/* Focusable, so that the keyboard can scroll it even without links. */}
        <div
          role="region"
          aria-label="По проектам, таблица"
          tabIndex={0}
          style={{ overflowX: "auto" }}
        >
          <Table<ReconciledProject>
            aria-label="Движения по проектам"
            rowKey={({ project }) => project?.id ?? 0}
            size="small"
            pagination={false}
            columns={projectColumns(reconciliation)}
            dataSource={[...projects]}
            locale={{
              emptyText: <span className="muted">За этот период деньги не двигались</span>,
            }}
          />
        </div>
      </SectionCard>
    </Flex>
  );
}

function kindColumns(days: Days): TableColumnsType<ReconciledKind> {
  return [
    {
      key: "type",
      title: "Операция",
      render: (_, { type, count }) =>
        count > 0 ? (
          <PageLink to={operationsOf(days, { types: [type.id] })}>{type.title}</PageLink>
        ) : (
          type.title
        ),
    },
    {
      key: "count",
      title: "Операций",
      align: "right",
      render: (_, { count }) => <span className="num">{count.toLocaleString("ru-RU")}</span>,
    },
    sum("available", "Доступно", ({ available }) => available),
    sum("reserved", "Заморожено", ({ reserved }) => reserved),
    sum("total", "Всего", ({ total }) => total),
  ];
}

function KindTotals({
  reconciliation: { opening, movement, closing },
}: {
  readonly reconciliation: Reconciliation;
}) {
  const rows = [
    { title: "Итого движений", money: movement, show: signed },
    { title: "Остаток на начало", money: opening, show: formatRubles },
    { title: "Остаток на конец", money: closing, show: formatRubles },
  ];
  return (
    <Table.Summary>
      {rows.map(({ title, money, show }) => (
        <Table.Summary.Row key={title}>
          <Table.Summary.Cell index={0} colSpan={2}>
            <strong>{title}</strong>
          </Table.Summary.Cell>
          {([money.available, money.reserved, money.total] as const).map((amount, index) => (
            <Table.Summary.Cell key={index} index={index + 2} align="right">
              <strong className="num">{show(amount)}</strong>
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      ))}
    </Table.Summary>
  );
}

function projectColumns(days: Days): TableColumnsType<ReconciledProject> {
  return [
    {
      key: "project",
      title: "Проект",
      render: (_, { project }) =>
        project ? (
          <PageLink to={operationsOf(days, { projectIDs: [String(project.id)] })}>
            {project.title}
          </PageLink>
        ) : (
          "Без проекта"
        ),
    },
    sum("payments", "Исполнителям", ({ payments }) => payments),
    sum("commissions", "Комиссия", ({ commissions }) => commissions),
    sum("refunds", "Возвраты", ({ refunds }) => refunds),
    sum("other", "Пополнения и прочее", ({ other }) => other),
    sum("total", "Всего", ({ total }) => total),
  ];
}

function sum<Row>(
  key: string,
  title: string,
  valueOf: (row: Row) => number,
): TableColumnsType<Row>[number] {
  return {
    key,
    title,
    align: "right",
    render: (_: unknown, row: Row) => (
      <span className="num">{valueOf(row) === 0 ? "—" : signed(valueOf(row))}</span>
    ),
  };
}

function operationsOf({ periodStart, periodEnd }: Days, filters: Record<string, string[]>): string {
  return listLink(TRANSACTIONS, { ...filters, periodStart, periodEnd });
}
