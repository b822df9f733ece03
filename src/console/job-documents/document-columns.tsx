import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { FileButton } from "#console/kit/file-button.tsx";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { waitingOf } from "./document-labels.ts";

interface DocumentActions {
  readonly onDownload: (document: JobDocument) => void;
  readonly onSign: (document: JobDocument) => void;
  readonly onReject: (document: JobDocument) => void;
}

export function documentColumns({
  onDownload,
  onSign,
  onReject,
}: DocumentActions): ListColumn<JobDocument>[] {
  return [
    {
      ...column.text<JobDocument>(
        "document",
        "Документ",
        (document) =>
          document.permissions.download ? (
            <FileButton onDownload={() => onDownload(document)}>{nameOf(document)}</FileButton>
          ) : (
            nameOf(document)
          ),
        { sortField: "number", isFixed: true, width: 180, part: "name" },
      ),
      plain: (document) => [nameOf(document), document.workman?.name].filter(Boolean).join(", "),
    },
    column.date("date", "Дата", ({ date }) => date, {
      sortField: "date",
      isDay: true,
      part: "day",
    }),
    column.person("workman", "Исполнитель", ({ workman }) => workman),
    column.money("amount", "Сумма", ({ amount }) => amount, { sortField: "amount", width: 120 }),
    column.state(
      "state",
      "Состояние",
      ({ state }) => ({ title: state.title, tone: JOB_DOCUMENT_STATE.tones[state.id] }),
      { states: JOB_DOCUMENT_STATE },
    ),
    column.text("waiting", "Кого ждём", (document) => <Waiting document={document} />, {
      width: 150,
      isHidden: "narrow",
    }),
    column.link("job", "Задание", ({ job }) => job && { to: `/jobs/${job.id}`, text: job.title }, {
      isHidden: true,
    }),
    column.text("project", "Проект", ({ project }) => project?.title, { isHidden: true }),
    column.tags("tags", "Теги", ({ tags }) => tags, { isHidden: true }),
    column.date("expiresAt", "Истекает", ({ expiresAt }) => expiresAt, {
      isDay: true,
      isHidden: true,
    }),
    column.actions<JobDocument>(
      ({ title }) => title,
      (document) => [
        ...(document.permissions.sign
          ? [{ key: "sign", label: "Подписать", onClick: () => onSign(document) }]
          : []),
        ...(document.permissions.download
          ? [{ key: "download", label: "Скачать PDF", onClick: () => onDownload(document) }]
          : []),
        ...(document.permissions.reject
          ? [
              {
                key: "reject",
                label: "Отклонить",
                isDangerous: true,
                onClick: () => onReject(document),
              },
            ]
          : []),
      ],
    ),
  ];
}

function nameOf({ type, number }: JobDocument): string {
  return `${type.title} № ${number}`;
}

export function Waiting({ document }: { readonly document: JobDocument }) {
  const waiting = waitingOf(document);
  if (!waiting) return "—";
  return waiting.isLate ? <span className="overdue">{waiting.text}</span> : waiting.text;
}
