import { expect, test } from "vitest";
import { canonicalPath } from "#app/address-rules.tsx";
import { CONSOLE_CRUMBS } from "#console/app/console-routes.tsx";
import { breadcrumbsOf, documentTitleOf, provideCrumbLabels } from "#web/routes/breadcrumbs.ts";
import { specList } from "#tests/architecture/spec-list.ts";

provideCrumbLabels(CONSOLE_CRUMBS);
const everywhere = () => true;
const labels = (path: string, title?: string) =>
  breadcrumbsOf(path, everywhere, title).map(({ label }) => label);

test.each([
  ["/", ["Платформа для самозанятых"]],
  ["/profile", ["Платформа для самозанятых", "Личный кабинет"]],
  ["/profile/payroll-registry", ["Платформа для самозанятых", "Личный кабинет", "Реестры выплат"]],
  [
    "/profile/payroll-registry/upload",
    ["Платформа для самозанятых", "Личный кабинет", "Реестры выплат", "Загрузка реестра"],
  ],
  ["/profile/editprofile", ["Платформа для самозанятых", "Личный кабинет", "Профиль пользователя"]],
  [
    "/profile/account/transactions",
    ["Платформа для самозанятых", "Личный кабинет", "Кабинет заказчика", "Операции"],
  ],
  [
    "/profile/mass-arbitrate/import/upload",
    [
      "Платформа для самозанятых",
      "Личный кабинет",
      "Массовое изменение выплат",
      "Загрузки",
      "Загрузка реестра",
    ],
  ],
  [
    "/documents/data-policy",
    ["Платформа для самозанятых", "Правовые документы", "Политика конфиденциальности"],
  ],
  ["/jobs/create", ["Платформа для самозанятых", "Задания", "Создание задания"]],
  ["/workmans", ["Платформа для самозанятых", "Исполнители"]],
  [
    "/profile/jobs/workman-offer-accepted",
    ["Платформа для самозанятых", "Личный кабинет", "Мои задания", "Я исполнитель"],
  ],
  [
    "/profile/workman/documents",
    ["Платформа для самозанятых", "Личный кабинет", "Профиль исполнителя", "Мои документы"],
  ],
  ["/notifications", ["Платформа для самозанятых", "Уведомления"]],
  ["/app/authorization", ["Платформа для самозанятых", "Авторизация"]],
])("the trail of %s", (path, trail) => {
  expect(labels(path)).toEqual(trail);
});

test("an id is skipped until the page names itself", () => {
  expect(labels("/profile/payroll-registry/15")).toEqual([
    "Платформа для самозанятых",
    "Личный кабинет",
    "Реестры выплат",
  ]);
  expect(labels("/profile/payroll-registry/15", "Реестр № 15").at(-1)).toBe("Реестр № 15");
});

test("the last crumb is not a link, and neither is one whose page is not built", () => {
  const crumbs = breadcrumbsOf(
    "/profile/account/transactions",
    (path) => path !== "/profile/account",
  );
  expect(crumbs.map(({ to }) => to)).toEqual(["/", "/profile", null, null]);
});

test("the tab is named from the page to the platform", () => {
  expect(documentTitleOf(breadcrumbsOf("/profile/payroll-registry", everywhere))).toBe(
    "Реестры выплат — Личный кабинет — Платформа для самозанятых",
  );
});

/**
 * The labels of the specification (§2, «Breadcrumbs») in Russian, segment by segment; one word for
 * one thing, so registries and the acceptance have the words of their pages (decision 0187).
 */
const SPEC_LABELS: Readonly<Record<string, string>> = {
  contacts: "Контакты", profile: "Личный кабинет", workman: "Профиль исполнителя", workmans: "Исполнители", editprofile: "Профиль пользователя", jobs: "Задания", create: "Создание задания", customer: "Я заказчик",
  "workman-offer": "Отклики", "workman-offer-accepted": "Я исполнитель", account: "Кабинет заказчика", documents: "Правовые документы", acts: "Акты от платформы", balance: "Баланс", services: "Выбор категории", faq: "База знаний",
  income: "Доход", accounts: "Заказчики", "workman-registry": "Реестры приглашений", "job-registry": "Реестры заданий", "terms-of-use": "Пользовательское соглашение", "data-policy": "Политика конфиденциальности",
  "customer-contract": "Договор с заказчиком", contract: "Договор возмездного оказания услуг", transactions: "Операции", invoices: "Счета", "mass-arbitrate": "Массовое изменение выплат", import: "Загрузки", upload: "Загрузка реестра",
  accept: "Приёмка результатов", "workman-registration-registry": "Реестры регистрации", employees: "Избранные исполнители", taxes: "Налоги", "payroll-registry": "Реестры выплат", notifications: "Уведомления", authorization: "Авторизация",
}; // prettier-ignore

/** Segments with another meaning here: documents of a worker or company are not legal ones. */
const OWN_LABELS: Readonly<Record<string, string>> = {
  "/profile/jobs": "Мои задания",
  "/profile/workman/documents": "Мои документы",
  "/profile/account/documents": "Договоры и акты",
  "/profile/workman/services": "Услуги и цены",
  "/profile/account/document-templates/upload": "Загрузка шаблона",
  "/jobs/workman": "Я исполнитель",
};

/** Routes of the specification with an id per parameter. */
const ROUTES = specList("routes")
  .map(({ path = "" }) => canonicalPath(path.replace("{id?}", "").replace("{id}", "15")))
  .filter((path) => !/[{*]/.test(path));

test("the specification's list of routes is walked whole", () => {
  expect(ROUTES.length).toBeGreaterThan(70);
});

test.each(ROUTES)(
  "every crumb of %s is the specification's, ids are skipped, the last one is no link",
  (path) => {
    const crumbs = breadcrumbsOf(path, everywhere);
    const segments = path
      .split("/")
      .filter((segment) => segment !== "" && segment !== "app" && !/^\d+$/.test(segment));
    expect(crumbs).toHaveLength(segments.length + 1);
    expect(crumbs[0]?.label).toBe("Платформа для самозанятых");
    let sofar = path.startsWith("/app/") ? "/app" : "";
    segments.forEach((segment, index) => {
      sofar += `/${segment}`;
      const expected = OWN_LABELS[sofar] ?? SPEC_LABELS[segment];
      if (expected) expect(crumbs[index + 1]?.label).toBe(expected);
      else expect(crumbs[index + 1]?.label).toMatch(/^[А-ЯЁ«]/);
    });
    expect(crumbs.at(-1)?.to).toBeNull();
    expect(crumbs.slice(0, -1).every(({ to }) => to !== null)).toBe(true);
  },
);

test("under /app a crumb leads to the section that has a page", () => {
  expect(
    breadcrumbsOf("/app/profile/summary", (path) => path === "/" || path === "/profile").map(
      ({ label, to }) => [label, to],
    ),
  ).toEqual([
    ["Платформа для самозанятых", "/"],
    ["Личный кабинет", "/profile"],
    ["Сводка", null],
  ]);
});
