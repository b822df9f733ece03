import { Alert, Descriptions } from "antd";
import {
  EXPORT_STATE,
  EXPORT_GROUP_BY,
  type ExportState,
} from "#contract/exports/export-states.ts";
import type { Export } from "#contract/exports/export.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { formatBytes } from "#web/format/bytes.ts";
import { StateText } from "#console/kit/columns.tsx";
import { DateText } from "#console/kit/date-text.tsx";

export function ExportDetails({ row }: { readonly row: Export }) {
  const {
    state,
    types,
    format,
    filters,
    fileName,
    fileSizeBytes,
    rowsCount,
    errorMessage,
    author,
    createdAt,
    readyAt,
    expiresAt,
  } = row;
  const narrowed = [
    ["проекты", filters.projects],
    ["теги", filters.jobTags],
    ["задания", filters.jobs],
    ["исполнители", filters.accountEmployees],
    ["реестры", filters.registries],
  ] as const;
  const chosen = narrowed.flatMap(([name, ids]) => (ids?.length ? [`${name}: ${ids.length}`] : []));
  return (
    <>
      {errorMessage ? (
        <Alert type="error" showIcon message={errorMessage} style={{ marginBottom: 16 }} />
      ) : null}
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "state",
            label: "Состояние",
            children: (
              <StateText title={state.title} tone={EXPORT_STATE.tones[state.id as ExportState]} />
            ),
          },
          {
            key: "types",
            label: "Что выгружено",
            children: types.map(({ title }) => title).join(", "),
          },
          { key: "format", label: "Формат", children: format.title },
          {
            key: "period",
            label: "Период",
            children: filters.registries?.length
              ? "все выплаты реестра"
              : `${formatDate(filters.periodStart)} – ${formatDate(filters.periodEnd)}`,
          },
          {
            key: "filters",
            label: "Отбор",
            children: chosen.length > 0 ? chosen.join(", ") : "вся компания",
          },
          {
            key: "groupBy",
            label: "Группировка",
            children: EXPORT_GROUP_BY.titles[filters.groupBy ?? "NONE"],
          },
          ...(fileName
            ? [
                {
                  key: "file",
                  label: "Файл",
                  children: `${fileName}${fileSizeBytes === null ? "" : `, ${formatBytes(fileSizeBytes)}`}`,
                },
              ]
            : []),
          ...(rowsCount === null
            ? []
            : [
                {
                  key: "rows",
                  label: "Строк",
                  children: <span className="num">{rowsCount.toLocaleString("ru-RU")}</span>,
                },
              ]),
          { key: "author", label: "Кто заказал", children: author?.name ?? "—" },
          { key: "created", label: "Заказана", children: <DateText value={createdAt} /> },
          { key: "ready", label: "Готова", children: <DateText value={readyAt} /> },
          { key: "expires", label: "Хранится до", children: <DateText value={expiresAt} isDay /> },
        ]}
      />
    </>
  );
}
