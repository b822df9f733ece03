import { PageLink } from "#web/ui/page-link.tsx";
import { formatDate, moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import {
  LEGAL_DOCUMENT_KINDS,
  type LegalDocument,
} from "#contract/legal-documents/legal-document.ts";
import {
  archiveName,
  currentVersion,
  documentName,
  statusOf,
  validTo,
  versionOfArchiveName,
  versionOfName,
  versionsOf,
  type LegalVersion,
} from "#contract/legal-documents/legal-documents.ts";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { PageMissing, PageMoved, usePageData, type PublicPage } from "#web/routes/page-module.ts";
import { useAnchor } from "../use-anchor.ts";
import { DOCUMENT_PURPOSES } from "./document-purposes.ts";
import { DocumentSections } from "./document-sections.tsx";
import { DayText, ValidityText } from "./validity-text.tsx";
import "#web/ui/site.css";
import "./legal-documents.css";

interface DocumentData {
  readonly today: CalendarDate;
  readonly document: LegalDocument;
}

export const page = {
  async load(_read, { params }): Promise<DocumentData> {
    const today = moscowDate(new Date());
    const version = versionOfName(params["name"] ?? "", today);
    if (!version) throw new PageMissing();
    const name = documentName(version, today);
    if (name !== params["name"]) throw new PageMoved(`/documents/${name}`);
    return { today, document: await version.load() };
  },
  head: ({ origin, path }, { today, document }: DocumentData) => {
    const isCurrent = statusOf(versionOf(document), today) === "current";
    const edition = `редакция от ${formatDate(document.validFrom)}`;
    return {
      title: isCurrent ? document.title : `${document.title}, ${edition}`,
      crumb: isCurrent ? document.title : `${document.title}, ${edition}`,
      description: isCurrent
        ? DOCUMENT_PURPOSES[document.kind]
        : `${document.title} платформы для самозанятых: архивная ${edition}.`,
      structured: [
        {
          "@type": "WebPage",
          name: `${document.title}, ${edition}`,
          url: origin + path,
          inLanguage: "ru",
          datePublished: document.validFrom,
          publisher: { "@type": "Organization", name: PLATFORM_COMPANY.shortName, url: origin },
        },
      ],
      // Versions are nearly identical.
      isIndexed: isCurrent,
    };
  },
  listAddresses: async () =>
    LEGAL_DOCUMENT_KINDS.map((kind) => ({
      path: `/documents/${kind}`,
      changedOn: currentVersion(kind, moscowDate(new Date()))?.validFrom,
    })),
} satisfies PublicPage<DocumentData>;

export default function DocumentPage() {
  const { today, document } = usePageData<typeof page>();
  const version = versionOf(document);
  const status = statusOf(version, today);
  const name = documentName(version, today);
  useAnchor();
  return (
    <article className="legal-document">
      <h1>{document.title}</h1>
      {status === "current" ? null : <NotInForce version={version} today={today} />}
      <p className="legal-line">
        <span>
          Редакция от <DayText date={document.validFrom} />,{" "}
          <ValidityText
            from={document.validFrom}
            to={validTo(version)}
            isUpcoming={status === "upcoming"}
          />
        </span>
        <a
          className="button button-plain button-small legal-screen-only"
          href={`/documents/${name}.pdf`}
        >
          Скачать PDF
        </a>
      </p>
      <p className="legal-lead">{document.lead}</p>
      {document.changes.length > 0 ? (
        <section className="legal-changes" aria-labelledby="what-changed">
          <h2 id="what-changed">Что изменилось в этой редакции</h2>
          <ul>
            {document.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <DocumentSections sections={document.sections} />
      <OtherVersions version={version} today={today} />
    </article>
  );
}

function NotInForce({ version, today }: { version: LegalVersion; today: CalendarDate }) {
  const current = versionOfName(version.kind, today);
  const isUpcoming = statusOf(version, today) === "upcoming";
  return (
    <p className="notice-line" data-kind="warning" role="note">
      {isUpcoming
        ? "Это будущая редакция: она ещё не действует. "
        : "Это архивная редакция: она больше не действует. "}
      {current ? (
        <>
          Сейчас действует{" "}
          <PageLink to={`/documents/${version.kind}`}>
            редакция от <DayText date={current.validFrom} />
          </PageLink>
          .
        </>
      ) : null}
    </p>
  );
}

function OtherVersions({ version, today }: { version: LegalVersion; today: CalendarDate }) {
  const others = versionsOf(version.kind).filter(
    ({ validFrom }) => validFrom !== version.validFrom,
  );
  return (
    <nav className="legal-screen-only" aria-labelledby="other-versions">
      <h2 id="other-versions">Другие редакции</h2>
      <ul className="plain-list legal-versions">
        {others.map((other) => (
          <li key={other.validFrom}>
            <PageLink to={`/documents/${documentName(other, today)}`}>
              Редакция от <DayText date={other.validFrom} />
            </PageLink>
            <span className="muted">
              <ValidityText
                from={other.validFrom}
                to={validTo(other)}
                isUpcoming={statusOf(other, today) === "upcoming"}
              />
            </span>
          </li>
        ))}
      </ul>
      <p>
        <PageLink to="/documents">Все правовые документы</PageLink>
      </p>
    </nav>
  );
}

function versionOf(document: LegalDocument): LegalVersion {
  const version = versionOfArchiveName(archiveName(document));
  if (!version) throw new Error(`${archiveName(document)} is not in the catalogue`);
  return version;
}
