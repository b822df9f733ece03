import { Alert, Button } from "antd";
import { useMemo } from "react";
import { edocumentEndpoints } from "#contract/edocuments/edocument-endpoints.ts";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
} from "#contract/job-documents/job-document-states.ts";
import { countOf } from "#contract/values/plural.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { CommandButton } from "#console/kit/command-button.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import type { Selection } from "#console/kit/use-selection.ts";
import { PushOffer } from "#console/notices/parts.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { DocumentDetails } from "./document-details.tsx";
import { DOCUMENTS, EDOCUMENTS, nameOf } from "./edocument-labels.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("Номер или задание"),
  filter.oneOf("onlyToSign", "Подпись", [{ id: "true", title: "Ждут моей подписи" }]),
  filter.manyOf("types", "Вид", JOB_DOCUMENT_TYPE.definitions),
  filter.manyOf("states", "Состояние", JOB_DOCUMENT_STATE.definitions),
];
const sumOf = ({ amount }: JobDocument) => amount ?? 0;

const COLUMNS: readonly ListColumn<JobDocument>[] = [
  column.text("name", "Документ", nameOf, { isFixed: true, width: 180, part: "name" }),
  column.date("createdAt", "Дата", ({ date }) => date, {
    sortField: "createdAt",
    isDay: true,
    part: "day",
  }),
  column.text(
    "account",
    "Заказчик",
    ({ account }) =>
      account && <PageLink to={`/accounts/${account.id}`}>{account.companyDetailsName}</PageLink>,
    { width: 196 },
  ),
  column.text(
    "job",
    "Задание",
    ({ job }) => job && <PageLink to={`/jobs/${job.id}`}>{job.title}</PageLink>,
    { isHidden: "narrow" },
  ),
  column.money("amount", "Сумма", ({ amount }) => amount),
  column.state(
    "state",
    "Состояние",
    ({ state }) => ({ title: state.title, tone: JOB_DOCUMENT_STATE.tones[state.id] }),
    { states: JOB_DOCUMENT_STATE },
  ),
  column.date(
    "until",
    "Подписать до",
    ({ permissions, expiresAt }) => (permissions.sign ? expiresAt : null),
    { isDay: true, width: 128, isHidden: "narrow" },
  ),
];

/** Source: specification §7, «E-document service». */
export default function WorkmanEdocumentList() {
  const actionsOf = useDocumentActions();
  const columns = useMemo(() => [...COLUMNS, column.actions(nameOf, actionsOf)], [actionsOf]);
  return (
    <ListPage<JobDocument>
      resource={EDOCUMENTS}
      title="Документы на подпись"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      countWords={DOCUMENTS}
      sumOf={sumOf}
      tabs={<ToSign />}
      bulk={(selection) => <SignChosen selection={selection} />}
      drawer={{ title: nameOf, content: (document) => <DocumentDetails document={document} /> }}
      empty="Документов пока нет. Акт появится, когда заказчик примет вашу работу, договор — когда заказчик попросит его подписать"
    />
  );
}

function useDocumentActions(): (document: JobDocument) => RowAction[] {
  const { open } = useModal();
  const download = useDownload(edocumentEndpoints.download);
  return useMemo(
    () => (document) => {
      const { id, type, permissions } = document;
      return [
        ...(permissions.sign
          ? [
              {
                key: "sign",
                label: "Подписать",
                onClick: () => open("document-template-sign", { documentIds: [id] }),
              },
            ]
          : []),
        ...(permissions.download
          ? [
              {
                key: "download",
                label: "Скачать PDF",
                onClick: () => void download({ params: { id } }),
              },
            ]
          : []),
        ...(permissions.reject
          ? [
              {
                key: "reject",
                label: "Отказаться подписывать",
                isDangerous: true,
                onClick: () =>
                  open("document-template-reject", {
                    documentId: id,
                    name: nameOf(document),
                    isAct: type.id === "ACT",
                  }),
              },
            ]
          : []),
      ];
    },
    [open, download],
  );
}

function ToSign() {
  const { open } = useModal();
  const { data } = useRead(
    edocumentEndpoints.list,
    { query: { onlyToSign: true, perPage: MAX_PER_PAGE } },
    { silent: true },
  );
  const waiting = data?.items ?? [];
  if (waiting.length === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 8 }}
        message={`Ждут вашей подписи: ${countOf(data?.meta.total ?? 0, DOCUMENTS)}`}
        action={
          <Button
            type="primary"
            size="small"
            onClick={() =>
              open("document-template-sign", { documentIds: waiting.map(({ id }) => id) })
            }
          >
            {waiting.length === 1 ? "Подписать" : "Подписать одним кодом"}
          </Button>
        }
      />
      <PushOffer />
    </>
  );
}

/** Signs the loaded rows of a selection over all pages. */
function SignChosen({ selection: { rows } }: { readonly selection: Selection<JobDocument> }) {
  const { open } = useModal();
  const ids = rows.filter(({ permissions }) => permissions.sign).map(({ id }) => id);
  return (
    <CommandButton
      type="primary"
      reason={
        ids.length === 0 ? "Среди выбранных нет документов, которые ждут вашей подписи" : null
      }
      onClick={() => open("document-template-sign", { documentIds: ids })}
    >
      Подписать одним кодом
    </CommandButton>
  );
}
