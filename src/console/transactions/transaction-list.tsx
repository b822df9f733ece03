import type { Transaction } from "#contract/transactions/transaction.ts";
import { TRANSACTION_TYPE } from "#contract/transactions/transaction-types.ts";
import { formatRubles } from "#web/format/money.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { ExportButton } from "#console/kit/export-button.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { TransactionDetails } from "./transaction-details.tsx";
import { recordOf, signed } from "./transaction-labels.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("ФИО, ИНН, сумма, задание, номер в банке"),
  filter.manyOf("types", "Вид", TRANSACTION_TYPE.definitions),
  filter.period("Дата"),
  filter.project("projectIDs"),
  filter.person("workmanID"),
];

const COLUMNS: readonly ListColumn<Transaction>[] = [
  column.date("createdAt", "Когда", ({ createdAt }) => createdAt, {
    sortField: "createdAt",
    isFixed: true,
    part: "day",
  }),
  column.text("type", "Операция", ({ type }) => type.title, { isFixed: true, part: "name" }),
  {
    ...column.text<Transaction>(
      "amount",
      "Сумма",
      ({ amount, commission }) => (
        <>
          <Amount amount={amount} />
          {commission === null ? null : (
            <div className="muted num">в том числе комиссия {formatRubles(commission)}</div>
          )}
        </>
      ),
      { sortField: "amount", align: "right", width: 156, part: "sum" },
    ),
    plain: ({ amount }) => <Amount amount={amount} />,
  },
  column.link("record", "Основание", recordOf),
  column.person("workman", "Исполнитель", ({ workman }) => workman),
  column.text("project", "Проект", ({ project }) => project?.title, {
    width: 130,
    isHidden: "narrow",
  }),
  column.text("id", "№ операции", ({ id }) => <span className="num">{id}</span>, {
    isHidden: true,
  }),
];

export default function TransactionList() {
  return (
    <ListPage<Transaction>
      resource="transactions"
      title="Операции"
      columns={COLUMNS}
      filters={FILTERS}
      order={NEWEST_FIRST}
      actions={({ filters }) => <ExportButton type="TRANSACTIONS" filters={filters} />}
      countWords={["операция", "операции", "операций"]}
      totals={({ answer }) => <Totals {...(answer["totals"] as TotalsProps | undefined)} />}
      drawer={{
        title: ({ type }) => type.title,
        content: (transaction) => <TransactionDetails transaction={transaction} />,
      }}
      empty="Операций пока нет. Они появятся с первым пополнением баланса"
    />
  );
}

function Amount({ amount }: Pick<Transaction, "amount">) {
  return <span className={amount > 0 ? "num count-good" : "num"}>{signed(amount)}</span>;
}

interface TotalsProps {
  readonly income?: number;
  readonly expense?: number;
}

function Totals({ income, expense }: TotalsProps) {
  if (income === undefined || expense === undefined) return null;
  return (
    <span>
      Поступило <strong className="num">{formatRubles(income)}</strong>, списано{" "}
      <strong className="num">{formatRubles(expense)}</strong>
    </span>
  );
}
