import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { Alert, Button, Descriptions, Flex, Typography } from "antd";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { formatRubles } from "#web/format/money.ts";
import { StateText } from "#console/kit/columns.tsx";
import { PersonName } from "#console/kit/person-name.tsx";
import { TagList } from "#console/kit/tag-list.tsx";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { Waiting } from "./document-columns.tsx";
import { useOne } from "@refinedev/core";

export function DocumentDetails({ document }: { readonly document: JobDocument }) {
  const {
    state,
    workman,
    amount,
    job,
    project,
    tags,
    signedBySenderAt,
    signedByRecipientAt,
    autoSignAt,
    expiresAt,
    rejectReason,
    rejectComment,
    sha256,
    awaits,
    payoutNote,
    permissions,
  } = document;
  const download = useDownload(jobDocumentEndpoints.file);
  return (
    <>
      {payoutNote ? (
        <Alert type="warning" showIcon message={payoutNote} style={{ marginBottom: 16 }} />
      ) : null}
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "state",
            label: "Состояние",
            children: <StateText title={state.title} tone={JOB_DOCUMENT_STATE.tones[state.id]} />,
          },
          ...(awaits
            ? [{ key: "waiting", label: "Кого ждём", children: <Waiting document={document} /> }]
            : []),
          ...(amount === null
            ? []
            : [
                {
                  key: "amount",
                  label: "Сумма",
                  children: <strong className="num">{formatRubles(amount)}</strong>,
                },
              ]),
          ...(workman
            ? [{ key: "workman", label: "Исполнитель", children: <PersonName person={workman} /> }]
            : []),
          ...(job
            ? [
                {
                  key: "job",
                  label: "Задание",
                  children: <PageLink to={`/jobs/${job.id}`}>{job.title}</PageLink>,
                },
              ]
            : []),
          ...(project ? [{ key: "project", label: "Проект", children: project.title }] : []),
          ...(tags.length > 0
            ? [{ key: "tags", label: "Теги", children: <TagList tags={tags} /> }]
            : []),
          {
            key: "sender",
            label: "Компания подписала",
            children: signedBySenderAt ? <DateText value={signedBySenderAt} /> : "Нет",
          },
          {
            key: "recipient",
            label: "Исполнитель подписал",
            children: signedByRecipientAt ? <DateText value={signedByRecipientAt} /> : "Нет",
          },
          ...(autoSignAt
            ? [{ key: "auto", label: "Подпишется сам", children: <DateText value={autoSignAt} /> }]
            : []),
          ...(expiresAt
            ? [
                {
                  key: "expires",
                  label: "Срок подписания до",
                  children: <DateText value={expiresAt} />,
                },
              ]
            : []),
          ...(rejectReason
            ? [
                {
                  key: "reject",
                  label: "Причина отказа",
                  children: [rejectReason.title, rejectComment].filter(Boolean).join(". "),
                },
              ]
            : []),
          ...(sha256
            ? [
                {
                  key: "sha",
                  label: "SHA-256 содержания",
                  children: (
                    <Typography.Text copyable style={{ wordBreak: "break-all" }}>
                      {sha256}
                    </Typography.Text>
                  ),
                },
              ]
            : []),
        ]}
      />
      {permissions.download ? (
        <Flex style={{ marginTop: 16 }}>
          <Button onClick={() => void download({ params: { id: document.id } })}>
            Скачать PDF с листом подписания
          </Button>
        </Flex>
      ) : null}
    </>
  );
}

export function DocumentById({ id }: { readonly id: number }) {
  const { result: document, query } = useOne<JobDocument>({
    resource: "job-documents",
    id,
    errorNotification: false,
  });
  if (query.error) return <p role="alert">{query.error.message}</p>;
  return document ? (
    <>
      <h3>{document.title}</h3>
      <DocumentDetails document={document} />
    </>
  ) : null;
}
