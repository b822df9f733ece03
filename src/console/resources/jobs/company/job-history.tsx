import { Alert, Table, type TableColumnsType } from "antd";
import type { AuditRecord } from "#contract/audit-log/audit-log-endpoints.ts";
import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";

const COLUMNS: TableColumnsType<AuditRecord> = [
  { key: "at", title: "Когда", width: 170, render: (_, { at }) => <DateText value={at} /> },
  { key: "title", title: "Что", render: (_, { title, reason }) => [title, reason].filter(Boolean).join(". ") },
  { key: "actor", title: "Кто", render: (_, { actor }) => actor.name ?? "Платформа" },
];

/** What the journal says of a job and of the offer that got it. */
export function JobHistory({ jobId, offerId }: { readonly jobId: number; readonly offerId: number | undefined }) {
  const ofJob = useLog("job", jobId);
  const ofOffer = useLog("job-offer", offerId);
  const failure = ofJob.error ?? ofOffer.error;
  const records = [...(ofJob.data?.items ?? []), ...(ofOffer.data?.items ?? [])].toSorted((one, other) => other.at.localeCompare(one.at));
  if (failure) return <Alert type="error" role="alert" showIcon message={failure.message} />;
  return <Table<AuditRecord> aria-label="История задания" rowKey="id" size="small" pagination={false} loading={ofJob.isLoading || ofOffer.isLoading} columns={COLUMNS} dataSource={records} scroll={{ x: "max-content" }} locale={{ emptyText: "Записей нет" }} />;
}

function useLog(objectType: string, id: number | undefined) {
  return useRead(auditLogEndpoints.list, { query: { objectType, objectID: String(id), page: 1, perPage: 100 } }, { resource: "job-offers", silent: true, enabled: id !== undefined });
}
