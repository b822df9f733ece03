import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import type { AnswerOf } from "#contract/http/define-endpoints.ts";
import type { JobDocumentState } from "#contract/job-documents/job-document-states.ts";
import { useDownload, useRead } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { FailedPart } from "#console/ui/failed-part.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import type { StateTone } from "#contract/definitions/state-tone.ts";
import { StateTag } from "#console/ui/state-tag.tsx";
import "./received-documents.css";

/** How many documents the card shows. */
const SHOWN = 10;

const TONES: Readonly<Record<JobDocumentState, StateTone>> = {
  CREATED: "neutral",
  SENT: "progress",
  SIGNED_BY_SENDER: "progress",
  SIGNED: "good",
  AUTO_SIGNED: "good",
  REJECTED: "bad",
  EXPIRED: "bad",
  ANNULLED: "bad",
};

type ReceivedDocument = AnswerOf<typeof edocumentEndpoints.list>["items"][number];

/** The latest acts and documents, each to be downloaded as PDF. */
export default function ReceivedDocuments() {
  const { data, error, isLoading, reload } = useRead(edocumentEndpoints.list, { query: { perPage: SHOWN, sortBy: "createdAt", sortDirection: "desc" } }, { resource: "notices", silent: true });
  return (
    <section className="card" aria-labelledby="documents-title">
      <h2 id="documents-title">Акты и документы</h2>
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : (
        <ul className="plain-list" aria-busy={isLoading}>
          {(data?.items ?? []).map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      )}
      {data?.items.length === 0 ? <p className="muted">Документов пока нет. Акт появится вместе с первой выплатой</p> : null}
    </section>
  );
}

function DocumentRow({ document: { id, type, number, date, amount, account, state, permissions } }: { document: ReceivedDocument }) {
  const download = useDownload(edocumentEndpoints.download);
  const title = `${type.title} № ${number}`;
  return (
    <li className="received-document">
      <span>
        {title} от <DateText value={date} />
        <small className="muted">
          {account ? `${account.companyDetailsName}, ` : ""}
          <MoneyText rubles={amount} />
        </small>
      </span>
      <StateTag tone={TONES[state.id]}>{state.title}</StateTag>
      {permissions.download ? (
        <LightButton look="link" aria-label={`Скачать PDF: ${title}`} onClick={() => void download({ params: { id } })}>
          Скачать PDF
        </LightButton>
      ) : null}
    </li>
  );
}
