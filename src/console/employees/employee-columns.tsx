import type { Employee } from "#contract/employees/employee.ts";
import { EMPLOYMENT_STATE } from "#contract/employees/employment-states.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";

export function employeeColumns(
  actionsOf: (employee: Employee) => readonly RowAction[],
): ListColumn<Employee>[] {
  return [
    column.person(
      "name",
      "Исполнитель",
      ({ workman, name, phone, inn }) => ({ ...workman, name, phone, inn }),
      { sortField: "name", isFixed: true },
    ),
    column.state(
      "state",
      "Состояние",
      ({ state }) => ({ title: state.title, tone: EMPLOYMENT_STATE.tones[state.id] }),
      { states: EMPLOYMENT_STATE },
    ),
    column.phone("phone", "Телефон", ({ phone }) => phone),
    column.state(
      "smz",
      "Налоговый статус",
      ({ smzState }) => smzState && { title: smzState.title, tone: SMZ_STATE.tones[smzState.id] },
      { states: SMZ_STATE },
    ),
    column.text(
      "projects",
      "Проекты",
      ({ projects }) =>
        projects.length === 0 ? "Все" : projects.map(({ title }) => title).join(", "),
      { isHidden: true },
    ),
    column.money("yearIncome", "Доход за год", ({ yearIncome }) => yearIncome, {
      isHidden: "narrow",
    }),
    column.inn("inn", "ИНН", ({ inn }) => inn, { isHidden: "narrow" }),
    column.date("lastJobAt", "Последнее задание", ({ lastJobAt }) => lastJobAt, {
      sortField: "lastJobAt",
      isDay: true,
      isHidden: true,
    }),
    column.text("rating", "Оценка", ({ workman }) => workman?.rating, {
      sortField: "rating",
      align: "right",
      width: 90,
      isHidden: true,
    }),
    column.text(
      "payment",
      "Реквизиты",
      ({ hasPaymentDetails }) => (hasPaymentDetails ? "Есть" : "Не указаны"),
      { isHidden: true },
    ),
    column.text(
      "documents",
      "Истекают документы",
      ({ expiringDocumentsCount }) => expiringDocumentsCount || null,
      { isHidden: true, align: "right" },
    ),
    column.text("taxpayer", "Форма", ({ taxpayerType }) => taxpayerType?.title, { isHidden: true }),
    column.date("createdAt", "Добавлен", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      isDay: true,
      isHidden: true,
      part: "day",
    }),
    column.text("comment", "Заметка", ({ comment }) => comment, { isHidden: true }),
    column.actions(({ name }) => name, actionsOf),
  ];
}
