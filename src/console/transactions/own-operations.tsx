import {
  TRANSACTION_TYPE,
  type TransactionType,
} from "#contract/transactions/transaction-types.ts";
import type { Transaction } from "#contract/transactions/transaction.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListView } from "#console/kit/list-view.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { TransactionDetails } from "./transaction-details.tsx";
import { ownRecordOf, signed } from "./transaction-labels.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const MINE = { isMine: true };
/** The page's payouts have parameters too. */
const PREFIX = "operations-";
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
  }),
  column.text("type", "Операция", ({ type }) => type.title, { isFixed: true }),
  column.text(
    "amount",
    "Сумма",
    ({ amount }) => <span className={amount > 0 ? "num count-good" : "num"}>{signed(amount)}</span>,
    { sortField: "amount", align: "right", width: 156 },
  ),
  column.link(
    "account",
    "Заказчик",
    ({ account }) => account && { to: `/accounts/${account.id}`, text: account.companyDetailsName },
  ),
  column.text("record", "За что", (transaction) => <Work transaction={transaction} />),
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
      drawer={{
        title: ({ type }) => type.title,
        content: (transaction) => <TransactionDetails transaction={transaction} isMine />,
      }}
      empty="Операций пока нет. Первая появится вместе с первой выплатой"
    />
  );
}

function Work({ transaction }: { readonly transaction: Transaction }) {
  const record = ownRecordOf(transaction);
  if (record === null) return "—";
  return record.to === null ? record.text : <PageLink to={record.to}>{record.text}</PageLink>;
}
