import { PageLink } from "#web/ui/page-link.tsx";
import {
  LEGAL_DOCUMENT_KINDS,
  LEGAL_DOCUMENT_TITLES,
  type LegalDocumentKind,
} from "#contract/legal-documents/legal-document.ts";
import {
  archiveName,
  currentVersion,
  statusOf,
  validTo,
  versionsOf,
  type LegalVersion,
} from "#contract/legal-documents/legal-documents.ts";
import { moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { usePageData, type PublicPage } from "#web/routes/page-module.ts";
import { DOCUMENT_PURPOSES } from "./document-purposes.ts";
import { DayText, ValidityText } from "./validity-text.tsx";
import "#web/ui/site.css";
import "./legal-documents.css";

interface IndexData {
  /** From the loader: server and browser must agree. */
  readonly today: CalendarDate;
}

export const page = {
  load: async () => ({ today: moscowDate(new Date()) }),
  head: ({ origin }) => ({
    title: "Правовые документы",
    description:
      "Договоры, политика конфиденциальности и пользовательское соглашение платформы для самозанятых: действующие редакции и архив.",
    structured: [
      {
        "@type": "CollectionPage",
        name: "Правовые документы",
        url: `${origin}/documents`,
        inLanguage: "ru",
      },
    ],
  }),
} satisfies PublicPage<IndexData>;

export default function DocumentIndex() {
  const { today } = usePageData<typeof page>();
  return (
    <div className="legal-index">
      <h1>Правовые документы</h1>
      <ul className="plain-list cards cards-wide">
        {LEGAL_DOCUMENT_KINDS.map((kind) => {
          const version = currentVersion(kind, today);
          return version ? <CurrentDocument key={kind} version={version} /> : null;
        })}
      </ul>
      <section aria-labelledby="archive">
        <h2 id="archive">Архив</h2>
        <p className="muted">
          Прежние редакции хранятся без изменений. К заданию и выплате применяется та, что
          действовала в день их согласования.
        </p>
        <div className="cards">
          {LEGAL_DOCUMENT_KINDS.map((kind) => (
            <ArchiveList key={kind} kind={kind} today={today} />
          ))}
        </div>
      </section>
    </div>
  );
}

function CurrentDocument({ version: { kind, validFrom } }: { version: LegalVersion }) {
  return (
    <li className="card">
      <h2>
        <PageLink to={`/documents/${kind}`}>{LEGAL_DOCUMENT_TITLES[kind]}</PageLink>
      </h2>
      <p>{DOCUMENT_PURPOSES[kind]}</p>
      <p className="legal-line">
        <span className="muted">
          Редакция от <DayText date={validFrom} />
        </span>
        <a
          href={`/documents/${kind}.pdf`}
          aria-label={`Скачать PDF: ${LEGAL_DOCUMENT_TITLES[kind]}`}
        >
          Скачать PDF
        </a>
      </p>
    </li>
  );
}

function ArchiveList({ kind, today }: { kind: LegalDocumentKind; today: CalendarDate }) {
  const archived = versionsOf(kind).filter((version) => statusOf(version, today) === "archived");
  return (
    <div>
      <h3>{LEGAL_DOCUMENT_TITLES[kind]}</h3>
      <ul className="plain-list legal-versions">
        {archived.map((version) => (
          <li key={version.validFrom}>
            <PageLink to={`/documents/${archiveName(version)}`}>
              <span className="hidden-text">{LEGAL_DOCUMENT_TITLES[kind]}, </span>
              редакция от <DayText date={version.validFrom} />
            </PageLink>
            <span className="muted">
              <ValidityText from={version.validFrom} to={validTo(version)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
