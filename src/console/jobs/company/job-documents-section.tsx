import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { Alert, Button, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { StateText } from "#console/kit/columns.tsx";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";

const COLUMNS: TableColumnsType<JobDocument> = [
  { key: "title", title: "Документ", render: (_, { type, number }) => `${type.title} № ${number}` },
  {
    key: "date",
    title: "Дата",
    width: 110,
    render: (_, { date }) => <DateText value={date} isDay />,
  },
  {
    key: "amount",
    title: "Сумма",
    align: "right",
    width: 140,
    render: (_, { amount }) => <MoneyText rubles={amount} />,
  },
  {
    key: "state",
    title: "Состояние",
    render: (_, { state, rejectReason, rejectComment, autoSignAt, expiresAt, permissions }) => (
      <>
        <StateText title={state.title} tone={JOB_DOCUMENT_STATE.tones[state.id]} />
        {rejectReason ? (
          <div className="muted">
            {[rejectReason.title, rejectComment].filter(Boolean).join(". ")}
          </div>
        ) : null}
        {state.id === "SENT" && (autoSignAt ?? expiresAt) && !permissions.sign ? (
          <div className="muted">
            {autoSignAt ? "Подпишется само " : "Ждём подписи до "}
            <DateText value={autoSignAt ?? expiresAt} />
          </div>
        ) : null}
      </>
    ),
  },
  {
    key: "file",
    title: "Файл",
    width: 130,
    render: (_, document) =>
      document.permissions.download ? <DownloadButton document={document} /> : null,
  },
];

export function JobDocumentsSection({ jobId }: { readonly jobId: number }) {
  const { data, error, isLoading } = useJobDocuments(jobId);
  if (error) return <Alert type="error" role="alert" showIcon message={error.message} />;
  return (
    <Table<JobDocument>
      aria-label="Документы задания"
      rowKey="id"
      size="small"
      pagination={false}
      loading={isLoading}
      columns={COLUMNS}
      dataSource={data ? [...data.items] : []}
      scroll={{ x: "max-content" }}
      locale={{
        emptyText: isLoading
          ? " "
          : "Документов пока нет. Акт появится, когда вы примете результат",
      }}
    />
  );
}

export function useJobDocuments(jobID: number, enabled = true) {
  return useRead(
    jobDocumentEndpoints.list,
    { query: { jobID, page: 1, perPage: 100, sortBy: "createdAt", sortDirection: "desc" } },
    { silent: true, enabled },
  );
}

function DownloadButton({ document: { id, type, number } }: { readonly document: JobDocument }) {
  const download = useDownload(jobDocumentEndpoints.file);
  const [isLoading, setIsLoading] = useState(false);
  const handleDownload = async () => {
    setIsLoading(true);
    await download({ params: { id } });
    setIsLoading(false);
  };
  return (
    <Button
      size="small"
      loading={isLoading}
      aria-label={`Скачать PDF: ${type.title} № ${number}`}
      onClick={() => void handleDownload()}
    >
      Скачать PDF
    </Button>
  );
}
