import { Button, Card, Empty, List } from "antd";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { AnswerOf } from "#contract/http/define-endpoints.ts";
import { JOB_DOCUMENT_TONES } from "#contract/job-documents/job-document-states.ts";
import { StateText } from "#console/kit/columns.tsx";
import { useDownload, useRead } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { FailedPart } from "#console/ui/failed-part.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";

/** How many documents the card shows. */
const SHOWN = 10;

type ReceivedDocument = AnswerOf<typeof edocumentEndpoints.list>["items"][number];

/** The latest acts and documents, each to be downloaded as PDF. */
export default function ReceivedDocuments() {
  const { data, error, isLoading, reload } = useRead(edocumentEndpoints.list, { query: { perPage: SHOWN, sortBy: "createdAt", sortDirection: "desc" } }, { resource: "notices", silent: true });
  return (
    <Card size="small" role="region" aria-label="Акты и документы" title={<h2 style={{ margin: 0, font: "inherit" }}>Акты и документы</h2>}>
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : (
        <List
          size="small"
          loading={isLoading}
          dataSource={data?.items ?? []}
          rowKey="id"
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="Документов пока нет. Акт появится вместе с первой выплатой" /> }}
          renderItem={(document) => <DocumentRow document={document} />}
        />
      )}
    </Card>
  );
}

function DocumentRow({ document: { id, type, number, date, amount, account, state, permissions } }: { readonly document: ReceivedDocument }) {
  const download = useDownload(edocumentEndpoints.download);
  const title = `${type.title} № ${number}`;
  return (
    <List.Item>
      <List.Item.Meta
        title={
          <>
            {title} от <DateText value={date} /> <StateText title={state.title} tone={JOB_DOCUMENT_TONES[state.id]} />
          </>
        }
        description={
          <>
            {account ? `${account.companyDetailsName}, ` : ""}
            <MoneyText rubles={amount} />
          </>
        }
      />
      {permissions.download ? (
        <Button type="link" aria-label={`Скачать PDF: ${title}`} onClick={() => void download({ params: { id } })}>
          Скачать PDF
        </Button>
      ) : null}
    </List.Item>
  );
}
