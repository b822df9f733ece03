import { Button } from "antd";
import { useMemo } from "react";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument, JobDocumentTotals } from "#contract/job-documents/job-document.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
  MAX_SIGN_BATCH,
} from "#contract/job-documents/job-document-states.ts";
import { formatRubles } from "#web/format/money.ts";
import { ExportButton } from "#console/kit/export-button.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListFailure, ListView } from "#console/kit/list-view.tsx";
import { StatCards } from "#console/kit/stat-cards.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { usePagedList, type PagedList } from "#console/kit/use-paged-list.ts";
import type { Selection } from "#console/kit/use-selection.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { documentColumns } from "./document-columns.tsx";
import { DocumentById, DocumentDetails } from "./document-details.tsx";
import { DOCUMENT_WORDS } from "./document-labels.ts";
import { rejectDocumentWindow } from "./reject-document-modal.tsx";
import { signDocumentsWindow } from "./sign-documents-modal.tsx";
import { useModal } from "#web/modals/use-modal.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
/** Platform acts have their own page. */
const OF_PLATFORM: ReadonlySet<string> = new Set(["PLATFORM_ACT", "ACT_CORRECTION", "UPD"]);
const TYPES = JOB_DOCUMENT_TYPE.definitions.filter(({ id }) => !OF_PLATFORM.has(id));
const OF_WORKMEN = { onlyOfWorkmen: true };
const FILTERS = [
  filter.search("Номер, имя, задание"),
  filter.manyOf("types", "Вид", TYPES),
  filter.manyOf("states", "Состояние", JOB_DOCUMENT_STATE.definitions),
  filter.period("Дата"),
  ...[filter.project("projectIDs"), filter.person("workmanID"), filter.tags("tags")].map((one) => ({
    ...one,
    isExtra: true,
  })),
  filter.marked("templateID", "Составлены по шаблону"),
  filter.marked("onlyToSign", "Ждут вашей подписи"),
  filter.marked("onlyAwaited", "Ждут исполнителей"),
  filter.marked("onlyLate", "Опаздывают"),
];
const WAITING = ["onlyToSign", "onlyAwaited", "onlyLate"] as const;

export default function DocumentList() {
  const list = usePagedList<JobDocument>({
    resource: "job-documents",
    order: NEWEST_FIRST,
    query: OF_WORKMEN,
  });
  const { show } = useModal();
  const download = useDownload(jobDocumentEndpoints.file);
  const columns = useMemo(
    () =>
      documentColumns({
        onDownload: ({ id }) => void download({ params: { id } }),
        onSign: ({ id }) => show(signDocumentsWindow({ documentIds: [id] })),
        onReject: (document) => show(rejectDocumentWindow(document)),
      }),
    [download, show],
  );
  if (list.error && list.rows.length === 0) return <ListFailure list={list} />;
  return (
    <>
      <TitleBar title="Договоры и акты">
        <ExportButton type="DOCUMENTS_ARCHIVE" filters={list.filters} />
      </TitleBar>
      <Figures list={list} />
      <ListView<JobDocument>
        title="Договоры и акты"
        list={list}
        settingsName="job-documents"
        columns={columns}
        filters={FILTERS}
        countWords={DOCUMENT_WORDS}
        sumOf={sumOf}
        bulk={(selection) => (
          <Chosen
            selection={selection}
            onSign={(documentIds) =>
              show(signDocumentsWindow({ documentIds, onDone: selection.clear }))
            }
          />
        )}
        drawer={{
          title: ({ title }) => title,
          content: (document) => <DocumentDetails document={document} />,
          other: (id) => <DocumentById id={id} />,
        }}
        empty="Документов пока нет. Акт появится вместе с первой выплатой, договор или соглашение отправьте исполнителю из шаблона"
      />
    </>
  );
}

const UNKNOWN: JobDocumentTotals = {
  toSignCount: 0,
  toSignAmount: 0,
  awaitedCount: 0,
  lateCount: 0,
};

const sumOf = ({ amount }: JobDocument) => amount ?? 0;

/** Ignores the list's filters; a figure filters by what it counts. */
function Figures({ list }: { readonly list: PagedList<JobDocument> }) {
  const totals = list.answer["totals"] as JobDocumentTotals | undefined;
  // Unknown figures keep their place.
  const { toSignCount, toSignAmount, awaitedCount, lateCount } = totals ?? UNKNOWN;
  const shown = (count: number) => (totals ? count : "—");
  const choice = (name: (typeof WAITING)[number]) => {
    const isChosen = list.filters[name] !== undefined;
    return {
      isChosen,
      onChoose: () =>
        list.setFilters({
          ...Object.fromEntries(WAITING.map((one) => [one, undefined])),
          [name]: isChosen ? undefined : "true",
        }),
    };
  };
  return (
    <StatCards
      label="Что ждёт подписи"
      stats={[
        {
          key: "sign",
          title:
            toSignAmount > 0
              ? `Ждут вашей подписи, ${formatRubles(toSignAmount)}`
              : "Ждут вашей подписи",
          value: shown(toSignCount),
          tone: toSignCount > 0 ? "warning" : undefined,
          ...choice("onlyToSign"),
        },
        {
          key: "awaited",
          title: "Ждут исполнителей",
          value: shown(awaitedCount),
          ...choice("onlyAwaited"),
        },
        {
          key: "late",
          title: "Опаздывают",
          value: shown(lateCount),
          tone: lateCount > 0 ? "bad" : undefined,
          ...choice("onlyLate"),
        },
      ]}
    />
  );
}

function Chosen({
  selection,
  onSign,
}: {
  readonly selection: Selection<JobDocument>;
  readonly onSign: (ids: readonly number[]) => void;
}) {
  const download = useDownload(jobDocumentEndpoints.download);
  if (selection.isEverything || selection.count > MAX_SIGN_BATCH)
    return (
      <span>
        За один раз — до {MAX_SIGN_BATCH} документов: выберите их на страницах или возьмите архив
        кнопкой «Выгрузить»
      </span>
    );
  const toSign = selection.rows.filter(({ permissions }) => permissions.sign).map(({ id }) => id);
  const toDownload = selection.rows
    .filter(({ permissions }) => permissions.download)
    .map(({ id }) => id);
  return (
    <>
      <Button
        size="small"
        type="primary"
        disabled={toSign.length === 0}
        title={
          toSign.length === 0
            ? "Среди выбранных нет документов, которые ждут вашей подписи"
            : undefined
        }
        onClick={() => onSign(toSign)}
      >
        {toSign.length > 0 && toSign.length < selection.count
          ? `Подписать ${toSign.length} из ${selection.count}`
          : "Подписать"}
      </Button>
      <Button
        size="small"
        disabled={toDownload.length === 0}
        onClick={() => void download({ body: { documentIDs: toDownload } })}
      >
        Скачать
      </Button>
    </>
  );
}
