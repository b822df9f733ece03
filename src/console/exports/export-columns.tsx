import { Button, Progress } from "antd";
import type { Export } from "#contract/exports/export.ts";
import { EXPORT_STATE, type ExportState } from "#contract/exports/export-states.ts";
import { formatBytes } from "#web/format/bytes.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";

interface Commands {
  readonly onDownload: (row: Export) => void;
  readonly onRetry: (row: Export) => void;
  readonly onRepeat: (row: Export) => void;
}

export function exportColumns({
  onDownload,
  onRetry,
  onRepeat,
}: Commands): readonly ListColumn<Export>[] {
  return [
    column.text("title", "Выгрузка", ({ title }) => title, { isFixed: true, part: "name" }),
    {
      key: "state",
      title: "Состояние",
      width: 190,
      part: "state",
      render: (row) => <ExportState row={row} />,
    },
    {
      key: "file",
      title: "Файл",
      width: 160,
      render: (row) =>
        row.permissions.download ? (
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onDownload(row)}>
            Скачать{row.fileSizeBytes === null ? "" : `, ${formatBytes(row.fileSizeBytes)}`}
          </Button>
        ) : (
          "—"
        ),
      isEmpty: ({ permissions }) => !permissions.download,
    },
    column.date("expiresAt", "Хранится до", ({ expiresAt }) => expiresAt, {
      isDay: true,
      width: 122,
    }),
    column.person("author", "Кто заказал", ({ author }) => author && { name: author.name }, {
      width: 226,
      isHidden: "narrow",
    }),
    column.date("createdAt", "Заказана", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      part: "day",
    }),
    column.text(
      "rowsCount",
      "Строк",
      ({ rowsCount }) =>
        rowsCount === null ? null : (
          <span className="num">{rowsCount.toLocaleString("ru-RU")}</span>
        ),
      { align: "right", width: 90, isHidden: true },
    ),
    column.actions(
      ({ title }) => title,
      (row): RowAction[] => [
        ...(row.permissions.download
          ? [{ key: "download", label: "Скачать", onClick: () => onDownload(row) }]
          : []),
        ...(row.permissions.retry
          ? [{ key: "retry", label: "Повторить", onClick: () => onRetry(row) }]
          : []),
        ...(row.permissions.repeat
          ? [{ key: "repeat", label: "Заказать ещё раз", onClick: () => onRepeat(row) }]
          : []),
      ],
    ),
  ];
}

function ExportState({ row: { state, percent, errorMessage } }: { readonly row: Export }) {
  if (state.id === "PROCESSING")
    return (
      <Progress
        percent={percent}
        size="small"
        aria-label="Готовность файла"
        style={{ width: 150, marginBottom: 0 }}
      />
    );
  return (
    <StateText
      title={state.title}
      tone={EXPORT_STATE.tones[state.id as ExportState]}
      hint={errorMessage ?? undefined}
    />
  );
}
