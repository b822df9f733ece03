import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { Alert, Button, Descriptions, Flex } from "antd";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { StateText } from "#console/kit/columns.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

export function DocumentDetails({ document: one }: { readonly document: JobDocument }) {
  const {
    id,
    title,
    state,
    account,
    job,
    amount,
    date,
    signedBySenderAt,
    signedByRecipientAt,
    autoSignAt,
    expiresAt,
    rejectReason,
    rejectComment,
    sha256,
    permissions,
  } = one;
  const { open } = useModal();
  const download = useDownload(edocumentEndpoints.download);
  return (
    <>
      {rejectReason ? (
        <Alert
          type="error"
          showIcon
          message={`Отклонён: ${rejectReason.title}`}
          description={rejectComment ?? undefined}
          style={{ marginBottom: 12 }}
        />
      ) : null}
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: "title", label: "Документ", children: title },
          {
            key: "state",
            label: "Состояние",
            children: <StateText title={state.title} tone={JOB_DOCUMENT_STATE.tones[state.id]} />,
          },
          { key: "date", label: "Дата", children: <DateText value={date} isDay /> },
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
          ...(job
            ? [
                {
                  key: "job",
                  label: "Задание",
                  children: <PageLink to={`/jobs/${job.id}`}>{job.title}</PageLink>,
                },
              ]
            : []),
          ...(amount === null
            ? []
            : [{ key: "amount", label: "Сумма", children: <MoneyText rubles={amount} /> }]),
          ...(signedBySenderAt
            ? [
                {
                  key: "sender",
                  label: "Подписал заказчик",
                  children: <DateText value={signedBySenderAt} />,
                },
              ]
            : []),
          ...(signedByRecipientAt
            ? [
                {
                  key: "recipient",
                  label: "Подписали вы",
                  children: <DateText value={signedByRecipientAt} />,
                },
              ]
            : []),
          ...(permissions.sign && autoSignAt
            ? [{ key: "auto", label: "Подпишется сам", children: <DateText value={autoSignAt} /> }]
            : []),
          ...(permissions.sign && expiresAt
            ? [{ key: "until", label: "Подписать до", children: <DateText value={expiresAt} /> }]
            : []),
          ...(sha256
            ? [
                {
                  key: "hash",
                  label: "Отпечаток (SHA-256)",
                  children: <span style={{ overflowWrap: "anywhere" }}>{sha256}</span>,
                },
              ]
            : []),
        ]}
      />
      <Flex gap="small" wrap style={{ marginTop: 12 }}>
        {permissions.sign ? (
          <Button
            type="primary"
            onClick={() => open("document-template-sign", { documentIds: [id] })}
          >
            Подписать
          </Button>
        ) : null}
        {permissions.download ? (
          <Button onClick={() => void download({ params: { id } })}>
            Скачать PDF с листом подписания
          </Button>
        ) : null}
      </Flex>
    </>
  );
}
