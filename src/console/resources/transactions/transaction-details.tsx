import { Descriptions } from "antd";
import type { Transaction } from "#contract/transactions/transaction.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { PageLink } from "#console/ui/page-link.tsx";
import { recordOf, signed } from "./transaction-labels.ts";

/** One movement of money: what, when, for which record, and the postings it is made of. */
export function TransactionDetails({ transaction }: { readonly transaction: Transaction }) {
  const { id, amount, createdAt, workman, project, comment } = transaction;
  const record = recordOf(transaction);
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        { key: "amount", label: "Сумма", children: <strong className="num">{signed(amount)}</strong> },
        { key: "at", label: "Когда", children: <DateText value={createdAt} /> },
        { key: "id", label: "№ операции", children: <span className="num">{id}</span> },
        ...(record ? [{ key: "record", label: "Основание", children: <PageLink to={record.to}>{record.text}</PageLink> }] : []),
        ...(workman ? [{ key: "workman", label: "Исполнитель", children: <PageLink to={`/workmans/${workman.id}`}>{workman.name}</PageLink> }] : []),
        ...(project ? [{ key: "project", label: "Проект", children: project.title }] : []),
        ...(comment ? [{ key: "comment", label: "Примечание", children: comment }] : []),
      ]}
    />
  );
}
