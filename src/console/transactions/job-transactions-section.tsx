import { useList } from "@refinedev/core";
import { Alert, Table, type TableColumnsType } from "antd";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import type { Transaction } from "#contract/transactions/transaction.ts";
import { PostingsTable } from "#console/kit/postings-table.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { signed } from "./transaction-labels.ts";

/** A job has few operations. */
const MOST = 100;

const COLUMNS: TableColumnsType<Transaction> = [
  {
    key: "at",
    title: "Когда",
    width: 170,
    render: (_, { createdAt }) => <DateText value={createdAt} />,
  },
  {
    key: "type",
    title: "Операция",
    render: (_, { type, comment }) => [type.title, comment].filter(Boolean).join(". "),
  },
  {
    key: "amount",
    title: "Сумма",
    align: "right",
    width: 150,
    render: (_, { amount }) => <span className="num">{signed(amount)}</span>,
  },
];

export default function JobTransactionsSection({ jobId }: { readonly jobId: number }) {
  const { result, query } = useList<Transaction>({
    resource: "transactions",
    pagination: { currentPage: 1, pageSize: MOST },
    sorters: [{ field: "createdAt", order: "desc" }],
    meta: { query: { jobID: jobId } },
    errorNotification: false,
  });
  return (
    <div style={{ marginTop: 16 }}>
      <TitleBar level={2} title="Операции" />
      {query.error ? (
        <Alert type="error" role="alert" showIcon message={query.error.message} />
      ) : (
        <Table<Transaction>
          aria-label="Операции по заданию"
          rowKey="id"
          size="small"
          pagination={false}
          loading={query.isLoading}
          columns={COLUMNS}
          dataSource={[...result.data]}
          expandable={{ expandedRowRender: ({ id }) => <Postings transactionId={id} /> }}
          locale={{ emptyText: query.isLoading ? " " : "Деньги по этому заданию ещё не двигались" }}
        />
      )}
    </div>
  );
}

function Postings({ transactionId }: { readonly transactionId: number }) {
  const { data, error, isLoading } = useRead(
    transactionEndpoints.postings,
    { params: { id: transactionId } },
    { silent: true, staleTimeMs: Infinity },
  );
  return (
    <PostingsTable postings={data?.items ?? []} isLoading={isLoading} failure={error?.message} />
  );
}
