import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { Button, List } from "antd";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { StateText } from "#console/kit/columns.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { ShortList } from "#console/kit/short-list.tsx";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { EDO, nameOf } from "./edocument-labels.ts";

const SHOWN = 10;

type ReceivedDocument = AnswerOf<typeof edocumentEndpoints.list>["items"][number];

export default function ReceivedDocuments() {
  const documents = useRead(
    edocumentEndpoints.list,
    { query: { perPage: SHOWN, sortBy: "createdAt", sortDirection: "desc" } },
    { silent: true },
  );
  return (
    <SectionCard title="Акты и документы" extra={<PageLink to={EDO}>Все документы</PageLink>}>
      <ShortList
        reading={documents}
        rowKey="id"
        empty="Документов пока нет. Акт появится вместе с первой выплатой"
        renderItem={(document) => <DocumentRow document={document} />}
      />
    </SectionCard>
  );
}

function DocumentRow({
  document: { id, type, number, date, amount, account, state, permissions },
}: {
  readonly document: ReceivedDocument;
}) {
  const download = useDownload(edocumentEndpoints.download);
  const title = nameOf({ type, number });
  return (
    <List.Item>
      <List.Item.Meta
        title={
          <>
            {title} от <DateText value={date} />{" "}
            <StateText title={state.title} tone={JOB_DOCUMENT_STATE.tones[state.id]} />
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
        <Button
          type="link"
          aria-label={`Скачать PDF: ${title}`}
          onClick={() => void download({ params: { id } })}
        >
          Скачать PDF
        </Button>
      ) : null}
    </List.Item>
  );
}
