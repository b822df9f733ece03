import {
  TRANSACTION_TYPE,
  type TransactionType,
} from "#contract/transactions/transaction-types.ts";
import { POCKET } from "#contract/transactions/pockets.ts";
import type { Transaction } from "#contract/transactions/transaction.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListView } from "#console/kit/list-view.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { TransactionDetails } from "./transaction-details.tsx";
import {
  isSentToWorkman,
  OPERATIONS_PREFIX as PREFIX,
  ownAmountOf,
  ownRecordOf,
  ownTitleOf,
  signed,
} from "./transaction-labels.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const MINE = { isMine: true };
const OF_WORKMAN: readonly TransactionType[] = [
  "WORKMAN_ACCRUAL",
  "TAX_HOLD",
  "TAX_REFUND",
  "PAYOUT_CARD",
  "PAYOUT_ACCOUNT",
  "PAYOUT_SBP",
  "PAYOUT_RETURN",
  "REFUND_TO_CUSTOMER",
  "WITHDRAW_CARD",
  "CORRECTION",
];
const FILTERS = [
  filter.oneOf("pocket", "Где деньги", POCKET.definitions),
  filter.manyOf(
    "types",
    "Вид",
    TRANSACTION_TYPE.definitions.filter(({ id }) => OF_WORKMAN.includes(id)),
  ),
  filter.period("Дата"),
];

const COLUMNS: readonly ListColumn<Transaction>[] = [
  column.date("createdAt", "Когда", ({ createdAt }) => createdAt, {
    sortField: "createdAt",
    isFixed: true,
    part: "day",
  }),
  {
    ...column.text<Transaction>(
      "type",
      "Операция",
      (operation) => <Title operation={operation} />,
      { isFixed: true, part: "name" },
    ),
    plain: ownTitleOf,
  },
  column.text(
    "amount",
    "Сумма",
    (operation) => (
      <span className={operation.amount > 0 ? "num count-good" : "num"}>
        {ownAmountOf(operation)}
      </span>
    ),
    { sortField: "amount", align: "right", width: 156, part: "sum" },
  ),
  column.link(
    "account",
    "Заказчик",
    ({ account }) => account && { to: `/accounts/${account.id}`, text: account.companyDetailsName },
  ),
  column.text("record", "За что", (transaction) => <Work transaction={transaction} />),
  column.text("pocket", "Где деньги", ({ pocket }) => pocket?.title, {
    width: 120,
    part: "state",
  }),
  column.text("id", "№ операции", ({ id }) => <span className="num">{id}</span>, {
    isHidden: true,
  }),
];

export default function OwnOperations() {
  const list = usePagedList<Transaction>({
    resource: "transactions",
    prefix: PREFIX,
    order: NEWEST_FIRST,
    query: MINE,
  });
  return (
    <ListView<Transaction>
      list={list}
      settingsName="own-transactions"
      prefix={PREFIX}
      title="Операции"
      columns={COLUMNS}
      filters={FILTERS}
      countWords={["операция", "операции", "операций"]}
      totals={({ answer }) => <Total {...(answer["totals"] as TotalProps | undefined)} />}
      drawer={{
        title: ownTitleOf,
        content: (transaction) => <TransactionDetails transaction={transaction} isMine />,
      }}
      empty="Операций пока нет. Первая появится вместе с первой выплатой"
    />
  );
}

interface TotalProps {
  readonly income?: number;
  readonly expense?: number;
}

function Total({ income, expense }: TotalProps) {
  if (income === undefined || expense === undefined) return null;
  return (
    <span>
      Итого <strong className="num">{signed(income - expense)}</strong>
    </span>
  );
}

function Title({ operation }: { readonly operation: Transaction }) {
  if (!isSentToWorkman(operation)) return operation.type.title;
  return (
    <>
      {ownTitleOf(operation)}
      <div className="muted">
        {operation.arrivedAt === null ? (
          "Не дошло"
        ) : (
          <>
            Пришло <DateText value={operation.arrivedAt} />
          </>
        )}
      </div>
    </>
  );
}

function Work({ transaction }: { readonly transaction: Transaction }) {
  const record = ownRecordOf(transaction);
  if (record === null) return "—";
  return record.to === null ? record.text : <PageLink to={record.to}>{record.text}</PageLink>;
}
