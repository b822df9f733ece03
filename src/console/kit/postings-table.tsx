import { Alert, Table, type TableColumnsType } from "antd";
import type { Posting } from "#contract/ledger/posting.ts";
import { DateText } from "./date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { useIsPhone } from "./use-is-phone.ts";

interface PostingsTableProps {
  readonly postings: readonly Posting[];
  readonly isLoading: boolean;
  readonly failure?: string;
}

const columnsOf = (isPhone: boolean): TableColumnsType<Posting> => [
  {
    key: "what",
    title: "Когда и что",
    render: (_, { at, event, comment, debit, credit }) => (
      <>
        <DateText value={at} />
        <br />
        {event.title}
        {/* Four columns do not fit a phone. */}
        {isPhone ? <div>{`${debit.title} → ${credit.title}`}</div> : null}
        {comment ? <div className="muted">{comment}</div> : null}
      </>
    ),
  },
  ...(isPhone
    ? []
    : [
        { key: "debit", title: "Откуда", render: (_: unknown, { debit }: Posting) => debit.title },
        { key: "credit", title: "Куда", render: (_: unknown, { credit }: Posting) => credit.title },
      ]),
  {
    key: "amount",
    title: "Сумма",
    align: "right",
    render: (_, { amount }) => <MoneyText rubles={amount} />,
  },
];

export function PostingsTable({ postings, isLoading, failure }: PostingsTableProps) {
  const isPhone = useIsPhone();
  if (failure) return <Alert type="error" role="alert" showIcon message={failure} />;
  return (
    <Table<Posting>
      aria-label="Проводки"
      rowKey="id"
      size="small"
      pagination={false}
      loading={isLoading}
      columns={columnsOf(isPhone)}
      dataSource={[...postings]}
      locale={{ emptyText: isLoading ? " " : "Проводок пока нет: деньги ещё не двигались" }}
    />
  );
}
