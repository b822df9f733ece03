import { Table, type TableColumnsType } from "antd";
import type { AuditRecord } from "#contract/audit-log/audit-log-endpoints.ts";
import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "./date-text.tsx";
import { FailedPart } from "./failed-part.tsx";

const COLUMNS: TableColumnsType<AuditRecord> = [
  { key: "at", title: "Когда", width: "30%", render: (_, { at }) => <DateText value={at} /> },
  {
    key: "title",
    title: "Что",
    render: (_, { title, reason }) => [title, reason].filter(Boolean).join(". "),
  },
  { key: "actor", title: "Кто", width: "30%", render: (_, { actor }) => actor.name ?? "Платформа" },
];

export interface RecordKey {
  /** Kind of the record in the audit log. */
  readonly type: string;
  readonly id: number | undefined;
}

export interface RecordHistoryProps {
  /** «История задания» */
  readonly label: string;
  readonly record: RecordKey;
  /** Record of the same story: the offer that won the job. */
  readonly also?: RecordKey;
  /** Events of this resource refetch the history. */
  readonly resource: string;
}

/** Newest first. For those who may see the audit log. */
export default function RecordHistory({ label, record, also, resource }: RecordHistoryProps) {
  const own = useLog(record, resource);
  const others = useLog(also ?? { type: record.type, id: undefined }, resource);
  const failed = [own, others].find(({ error }) => error);
  if (failed?.error) return <FailedPart message={failed.error.message} onRetry={failed.reload} />;
  const records = [...(own.data?.items ?? []), ...(others.data?.items ?? [])].toSorted(
    (one, other) => other.at.localeCompare(one.at),
  );
  return (
    <Table<AuditRecord>
      aria-label={label}
      rowKey="id"
      size="small"
      pagination={false}
      loading={own.isLoading || others.isLoading}
      columns={COLUMNS}
      dataSource={records}
      locale={{ emptyText: own.isLoading || others.isLoading ? " " : "Записей нет" }}
    />
  );
}

function useLog({ type, id }: RecordKey, resource: string) {
  return useRead(
    auditLogEndpoints.list,
    { query: { objectType: type, objectID: String(id), page: 1, perPage: 100 } },
    { resource, silent: true, enabled: id !== undefined },
  );
}
