import { expect, test } from "vitest";
import { breadcrumbsOf, documentTitleOf } from "#console/layout/breadcrumbs.ts";

const everywhere = () => true;
const labels = (path: string, title?: string) => breadcrumbsOf(path, everywhere, title).map(({ label }) => label);

test.each([
  ["/", ["Платформа для самозанятых"]],
  ["/profile", ["Платформа для самозанятых", "Личный кабинет"]],
  ["/profile/payroll-registry", ["Платформа для самозанятых", "Личный кабинет", "Выплаты исполнителям"]],
  ["/profile/payroll-registry/upload", ["Платформа для самозанятых", "Личный кабинет", "Выплаты исполнителям", "Загрузка реестра"]],
  ["/profile/editprofile", ["Платформа для самозанятых", "Личный кабинет", "Профиль пользователя"]],
  ["/profile/account/transactions", ["Платформа для самозанятых", "Личный кабинет", "Кабинет заказчика", "Операции"]],
  ["/profile/mass-arbitrate/import/upload", ["Платформа для самозанятых", "Личный кабинет", "Массовое изменение выплат", "Загрузки", "Загрузка реестра"]],
  ["/documents/data-policy", ["Платформа для самозанятых", "Правовые документы", "Политика конфиденциальности"]],
  ["/jobs/create", ["Платформа для самозанятых", "Задания", "Создание задания"]],
  ["/workmans", ["Платформа для самозанятых", "Исполнители"]],
  ["/profile/jobs/workman-offer-accepted", ["Платформа для самозанятых", "Личный кабинет", "Задания", "Я исполнитель"]],
  ["/profile/workman/documents", ["Платформа для самозанятых", "Личный кабинет", "Профиль исполнителя", "Документы"]],
  ["/notifications", ["Платформа для самозанятых", "Уведомления"]],
  ["/app/authorization", ["Платформа для самозанятых", "Авторизация"]],
])("the trail of %s", (path, trail) => {
  expect(labels(path)).toEqual(trail);
});

test("an id is skipped until the page names itself", () => {
  expect(labels("/profile/payroll-registry/15")).toEqual(["Платформа для самозанятых", "Личный кабинет", "Выплаты исполнителям"]);
  expect(labels("/profile/payroll-registry/15", "Реестр № 15").at(-1)).toBe("Реестр № 15");
});

test("the last crumb is not a link, and neither is one whose page is not built", () => {
  const crumbs = breadcrumbsOf("/profile/account/transactions", (path) => path !== "/profile/account");
  expect(crumbs.map(({ to }) => to)).toEqual(["/", "/profile", null, null]);
});

test("the tab is named from the page to the platform", () => {
  expect(documentTitleOf(breadcrumbsOf("/profile/payroll-registry", everywhere))).toBe("Выплаты исполнителям — Личный кабинет — Платформа для самозанятых");
});
