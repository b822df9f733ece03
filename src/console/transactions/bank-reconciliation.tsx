import { Alert, Button, Table, type TableColumnsType } from "antd";
import type {
  BankMismatch,
  BankReconciliation,
  BankTurnover,
} from "#contract/transactions/reconciliation.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import type { Reading } from "#console/calls/use-endpoint.ts";
import { listLink } from "#console/kit/list-link.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { signed } from "./transaction-labels.ts";

/** Of each line of the statement. */
export function BankVerdict({
  reconciliation: { isMatched, mismatchCount, mismatches },
}: {
  readonly reconciliation: BankReconciliation;
}) {
  return isMatched ? (
    <Alert
      type="success"
      role="status"
      showIcon
      message="Каждая строка выписки нашла свою операцию"
    />
  ) : (
    <Alert
      type="error"
      role="alert"
      showIcon
      message={`Выписка и операции расходятся: ${countOf(mismatchCount, ROWS)}`}
      description={
        mismatches.every(({ reason }) => reason.id === "UNRECOGNIZED")
          ? "Банк получил деньги от вас, но счёта в платеже нет: зачислите их по счёту или верните плательщику в «Поступлениях»"
          : "Если расхождение не исчезло за день, напишите в поддержку и укажите номер строки"
      }
    />
  );
}

/** With every mismatch of statement and ledger. */
export function BankReconciliationPart({
  reading: { data, error, isFetching, reload },
}: {
  readonly reading: Reading<BankReconciliation>;
}) {
  const again = (
    <Button size="small" loading={isFetching} onClick={reload}>
      Сверить ещё раз
    </Button>
  );
  return (
    <div style={{ marginTop: 16 }}>
      <SectionCard title="С выпиской банка" extra={again}>
        {error ? <FailedPart message={error.message} onRetry={reload} /> : null}
        {error ? null : (
          <div
            role="region"
            aria-label="Обороты, таблица"
            tabIndex={0}
            style={{ overflowX: "auto" }}
          >
            <Table<BankTurnover>
              aria-label="Обороты по выписке и по операциям"
              rowKey={({ kind }) => kind.id}
              size="small"
              pagination={false}
              loading={!data}
              columns={TURNOVER_COLUMNS}
              dataSource={[...(data?.turnovers ?? [])]}
              locale={{ emptyText: " " }}
            />
          </div>
        )}
        {data && data.mismatches.length > 0 ? (
          <>
            <h3 style={{ marginTop: 16, fontSize: 16 }}>Строки, которые расходятся</h3>
            {data.mismatchCount > data.mismatches.length ? (
              <p className="muted">
                Показаны первые {data.mismatches.length} из {data.mismatchCount}. Сократите период,
                чтобы увидеть остальные
              </p>
            ) : null}
            <Table<BankMismatch>
              aria-label="Расхождения с выпиской"
              rowKey={({ kind, reference, bankAt, booksAt }) =>
                [kind.id, reference, bankAt, booksAt].join()
              }
              size="small"
              pagination={false}
              scroll={{ x: "max-content" }}
              columns={MISMATCH_COLUMNS}
              dataSource={[...data.mismatches]}
            />
          </>
        ) : null}
      </SectionCard>
    </div>
  );
}

/** Columns to search a line by: sum, INN, bank's number. */
const LISTS = {
  INCOMING: "/profile/account/invoices/payments",
  OUTGOING: "/profile/account/payouts",
  RETURNED: listLink("/profile/account/payouts", { states: ["RETURNED", "FAILED"] }),
  REFUNDED: "/profile/account/invoices/payments",
  REFUND_RETURNED: "/profile/account/invoices/payments",
} as const;

const TURNOVER_COLUMNS: TableColumnsType<BankTurnover> = [
  {
    key: "kind",
    title: "Движение",
    render: (_, { kind }) => <PageLink to={LISTS[kind.id]}>{kind.title}</PageLink>,
  },
  {
    key: "bank",
    title: "По выписке",
    align: "right",
    render: (_, { bank, bankCount }) => <Sum amount={bank} count={bankCount} />,
  },
  {
    key: "books",
    title: "По операциям",
    align: "right",
    render: (_, { books, booksCount }) => <Sum amount={books} count={booksCount} />,
  },
  {
    key: "difference",
    title: "Разница",
    align: "right",
    render: (_, { difference }) => (
      <span className="num">{difference === 0 ? "—" : signed(difference)}</span>
    ),
  },
];

function Sum({ amount, count }: { readonly amount: number; readonly count: number }) {
  return (
    <span className="num">
      {formatRubles(amount)} <span className="muted">({count.toLocaleString("ru-RU")})</span>
    </span>
  );
}

const MISMATCH_COLUMNS: TableColumnsType<BankMismatch> = [
  { key: "reason", title: "Что не так", render: (_, { reason }) => reason.title },
  { key: "kind", title: "Движение", render: (_, { kind }) => kind.title },
  {
    key: "record",
    title: "Основание",
    render: (_, { kind, job, registry, payoutID, reference }) =>
      payoutID !== null ? (
        <PageLink to={`/profile/account/payouts?open=${payoutID}`}>
          {[registry?.title ?? job?.title, `выплата № ${payoutID}`].filter(Boolean).join(", ")}
        </PageLink>
      ) : kind.id === "OUTGOING" || kind.id === "RETURNED" ? (
        `Платёж ${reference}`
      ) : (
        <PageLink
          to={LISTS[kind.id]}
        >{`${kind.id === "INCOMING" ? "Платёж" : "Возврат"} ${reference}`}</PageLink>
      ),
  },
  {
    key: "bank",
    title: "По выписке",
    align: "right",
    render: (_, { bankAmount, bankAt }) => <Side amount={bankAmount} at={bankAt} />,
  },
  {
    key: "books",
    title: "По операциям",
    align: "right",
    render: (_, { booksAmount, booksAt }) => <Side amount={booksAmount} at={booksAt} />,
  },
];

function Side({ amount, at }: { readonly amount: number | null; readonly at: string | null }) {
  if (amount === null) return <>—</>;
  return (
    <>
      <span className="num">{formatRubles(amount)}</span>
      <div className="muted">
        <DateText value={at} />
      </div>
    </>
  );
}
