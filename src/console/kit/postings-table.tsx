import { Alert, Table, type TableColumnsType } from "antd";
import type { Posting } from "#contract/ledger/posting.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";

interface PostingsTableProps {
  readonly postings: readonly Posting[];
  readonly isLoading: boolean;
  /** Why they could not be read. */
  readonly failure?: string;
}

const COLUMNS: TableColumnsType<Posting> = [
  {
    key: "what",
    title: "Когда и что",
    render: (_, { at, event, comment }) => (
      <>
        <DateText value={at} />
        <br />
        {event.title}
        {comment ? <div className="muted">{comment}</div> : null}
      </>
    ),
  },
  { key: "debit", title: "Откуда", render: (_, { debit }) => debit.title },
  { key: "credit", title: "Куда", render: (_, { credit }) => credit.title },
  { key: "amount", title: "Сумма", align: "right", render: (_, { amount }) => <MoneyText rubles={amount} /> },
];

/** What a sum is made of: from which account of the ledger to which, when and why. */
export function PostingsTable({ postings, isLoading, failure }: PostingsTableProps) {
  if (failure) return <Alert type="error" role="alert" showIcon message={failure} />;
  return <Table<Posting> aria-label="Проводки" rowKey="id" size="small" pagination={false} loading={isLoading} columns={COLUMNS} dataSource={[...postings]} locale={{ emptyText: isLoading ? " " : "Проводок пока нет: деньги ещё не двигались" }} />;
}
