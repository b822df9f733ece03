import type { DocumentTemplate } from "#contract/document-templates/document-template.ts";
import { DOCUMENT_TEMPLATE_STATE } from "#contract/document-templates/document-template-states.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";

export function templateColumns(
  actionsOf: (template: DocumentTemplate) => readonly RowAction[],
): ListColumn<DocumentTemplate>[] {
  return [
    column.text("title", "Шаблон", ({ title }) => title, {
      sortField: "title",
      isFixed: true,
      part: "name",
    }),
    column.text("type", "Вид", ({ type }) => type.title),
    column.text("version", "Версия", ({ version }) => <span className="num">{version}</span>, {
      width: 90,
      align: "right",
    }),
    column.state(
      "state",
      "Состояние",
      ({ state, rejectReason }) => ({
        title: state.title,
        tone: DOCUMENT_TEMPLATE_STATE.tones[state.id],
        ...(rejectReason ? { hint: rejectReason.title } : {}),
      }),
      { states: DOCUMENT_TEMPLATE_STATE },
    ),
    column.text("project", "Проект", ({ project }) => project?.title ?? "Вся компания", {
      width: 130,
      isHidden: "narrow",
    }),
    column.text(
      "documents",
      "Документов",
      ({ documentsCount }) => <span className="num">{documentsCount}</span>,
      { width: 120, align: "right" },
    ),
    column.date("createdAt", "Загружен", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      isDay: true,
      part: "day",
    }),
    column.person("author", "Кто загрузил", ({ author }) => author && { name: author.name }, {
      isHidden: true,
    }),
    column.text("fileName", "Файл", ({ fileName }) => fileName, { isHidden: true }),
    column.actions<DocumentTemplate>(
      ({ title, version }) => `${title}, версия ${version}`,
      actionsOf,
    ),
  ];
}
