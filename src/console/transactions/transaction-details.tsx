import { Descriptions, Typography } from "antd";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import type { Transaction } from "#contract/transactions/transaction.ts";
import { PersonName } from "#console/kit/person-name.tsx";
import { PayoutPostings } from "#console/kit/payout-postings.tsx";
import { PostingsTable } from "#console/kit/postings-table.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { PayoutSteps } from "#console/kit/payout-steps.tsx";
import { ownAmountOf, ownRecordOf, recordOf, signed } from "./transaction-labels.ts";

export function TransactionDetails({
  transaction,
  isMine,
}: {
  readonly transaction: Transaction;
  /** The reader is the worker. */ readonly isMine?: true;
}) {
  const { id, payoutID, amount, commission, createdAt, workman, account, project, comment } =
    transaction;
  const record = isMine ? ownRecordOf(transaction) : recordOf(transaction);
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "amount",
            label: "Сумма",
            children: (
              <strong className="num">{isMine ? ownAmountOf(transaction) : signed(amount)}</strong>
            ),
          },
          { key: "at", label: "Когда", children: <DateText value={createdAt} /> },
          { key: "id", label: "№ операции", children: <span className="num">{id}</span> },
          ...(commission !== null
            ? [
                {
                  key: "commission",
                  label: "Из неё комиссия",
                  children: <span className="num">{signed(commission)}</span>,
                },
              ]
            : []),
          ...(payoutID !== null && !isMine
            ? [
                {
                  key: "payout",
                  label: "Выплата",
                  children: (
                    <PageLink to={`/profile/account/payouts?open=${payoutID}`}>
                      № {payoutID}
                    </PageLink>
                  ),
                },
              ]
            : []),
          ...(record
            ? [
                {
                  key: "record",
                  label: "Основание",
                  children:
                    record.to === null ? (
                      record.text
                    ) : (
                      <PageLink to={record.to}>{record.text}</PageLink>
                    ),
                },
              ]
            : []),
          ...(account
            ? [
                {
                  key: "account",
                  label: "Заказчик",
                  children: (
                    <PageLink to={`/accounts/${account.id}`}>{account.companyDetailsName}</PageLink>
                  ),
                },
              ]
            : []),
          ...(workman && !isMine
            ? [{ key: "workman", label: "Исполнитель", children: <PersonName person={workman} /> }]
            : []),
          ...(project ? [{ key: "project", label: "Проект", children: project.title }] : []),
          ...(comment ? [{ key: "comment", label: "Примечание", children: comment }] : []),
        ]}
      />
      {payoutID !== null && isMine ? <PayoutSteps payoutId={payoutID} /> : null}
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        Проводки
      </Typography.Title>
      {payoutID !== null && !isMine ? (
        <PayoutPostings payoutId={payoutID} />
      ) : (
        <OperationPostings id={id} isMine={isMine} />
      )}
    </>
  );
}

/** Postings of one entry never change. */
function OperationPostings({ id, isMine }: { readonly id: number; readonly isMine?: true }) {
  const { data, error, isLoading } = useRead(
    transactionEndpoints.postings,
    { params: { id }, query: { isMine } },
    { silent: true, staleTimeMs: Infinity },
  );
  return (
    <PostingsTable postings={data?.items ?? []} isLoading={isLoading} failure={error?.message} />
  );
}
