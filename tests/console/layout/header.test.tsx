import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { MyInfo } from "#contract/auth/session.ts";
import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import { matchPath } from "react-router";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { CONSOLE_LINKS } from "#app/root.tsx";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { resetSession } from "#web/session/session.ts";
import { Header } from "#web/layout/header.tsx";
import { headerLinks } from "#web/layout/header-menu.ts";
import { PersonMenu } from "#site/layout/person-menu.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const everywhere = () => true;
const labels = (me: MyInfo | null) => headerLinks(me, everywhere).map(({ label }) => label);

const workman = (taxpayerTypeID: TaxpayerType): Partial<MyInfo> => ({
  isWorkman: true,
  workman: { id: 3, taxpayerTypeID, state: { id: "ACTIVE", title: "Активен" } },
});
const inState = (me: MyInfo, stateID: "ACTIVE" | "MODERATION"): MyInfo => ({
  ...me,
  accounts: me.accounts.map((one) => ({ ...one, stateID })),
});

/** Source: specification §2, «Header menu». */
const MENU: readonly (readonly [who: string, me: MyInfo | null, links: readonly string[]])[] = [
  [
    "a guest",
    null,
    ["Найти задание", "База знаний", "Для бизнеса", "Блог", "Мобильное приложение"],
  ],
  [
    "a self-employed worker",
    aPerson(null, workman("SMZ")),
    [
      "Личный кабинет",
      "Мои задания",
      "Найти задание",
      "База знаний",
      "Для бизнеса",
      "Блог",
      "Мобильное приложение",
    ],
  ],
  [
    "a worker under a contract",
    aPerson(null, workman("INDIVIDUAL")),
    [
      "Личный кабинет",
      "Мои задания",
      "Найти задание",
      "Для бизнеса",
      "Блог",
      "Мобильное приложение",
    ],
  ],
  [
    "a customer with an active account",
    aPerson("OWNER"),
    [
      "Личный кабинет",
      "Мои задания",
      "Создать задание",
      "Найти задание",
      "Для бизнеса",
      "Блог",
      "Новый интерфейс",
    ],
  ],
  [
    "a customer under moderation",
    inState(aPerson("OWNER"), "MODERATION"),
    ["Личный кабинет", "Мои задания", "Найти задание", "Для бизнеса", "Блог", "Новый интерфейс"],
  ],
  [
    "a worker who is a customer too",
    aPerson("ADMIN", workman("SMZ")),
    [
      "Личный кабинет",
      "Мои задания",
      "Создать задание",
      "Найти задание",
      "База знаний",
      "Для бизнеса",
      "Блог",
      "Новый интерфейс",
    ],
  ],
];

beforeEach(() => resetSession());

test.each(MENU)("the header of %s", (_who, me, links) => {
  expect(labels(me)).toEqual(links);
});

test("the header never leads to a page that is not built", () => {
  expect(
    headerLinks(aPerson("OWNER"), (path) => path === "/profile").map(({ label }) => label),
  ).toEqual(["Личный кабинет"]);
});

test("a link of the header to a built page of the console is known to the site as well", () => {
  const leads = MENU.flatMap(([, me]) => headerLinks(me, everywhere)).flatMap((link) =>
    "to" in link ? [link.to.split("#")[0] ?? ""] : [],
  );
  const built = [...new Set(leads)].filter(
    (to) =>
      CONSOLE_ROUTES.some(({ path }) => matchPath(path, to)) &&
      !SITE_ROUTES.some(({ path }) => matchPath(path, to)),
  );
  expect(built.filter((to) => !(CONSOLE_LINKS as readonly string[]).includes(to))).toEqual([]);
});

const PAGES = ["/jobs", "/faq", "/about", "/profile", "/app/profile/summary"];

test("the new interface opens in a new tab that knows nothing of this one", () => {
  resetSession(aPerson("OWNER"), "token");
  renderConsole(<Header />, { pages: PAGES });
  const link = screen.getByRole("link", { name: "Новый интерфейс" });
  expect([
    link.getAttribute("href"),
    link.getAttribute("target"),
    link.getAttribute("rel"),
  ]).toEqual(["/app/profile/summary", "_blank", "noopener"]);
});

test("what leaves a signed-in person's line stands in a menu of the header, with the same rules", () => {
  const inPlace = (me: MyInfo, place: string) =>
    headerLinks(me, everywhere).flatMap((link) => (link.place === place ? [link.label] : []));
  const worker = aPerson(null, workman("SMZ"));
  expect(inPlace(worker, "help")).toEqual([
    "База знаний",
    "Для бизнеса",
    "Блог",
    "Мобильное приложение",
  ]);
  expect(inPlace(aPerson("OWNER"), "help")).toEqual(["Для бизнеса", "Блог"]);
  expect(inPlace(aPerson("OWNER"), "person")).toEqual(["Найти задание", "Новый интерфейс"]);
  resetSession(worker, "token");
  renderConsole(<Header />, { pages: PAGES });
  fireEvent.click(screen.getByRole("button", { name: "Помощь и о платформе" }));
  const menu = screen.getByRole("button", { name: "Помощь и о платформе" }).parentElement;
  expect(within(menu as HTMLElement).getByRole("link", { name: "База знаний" })).toBeTruthy();
});

test("a guest finds both ways in, a signed-in person the way out", () => {
  const guest = renderConsole(<Header />, { pages: PAGES });
  expect(screen.getByRole("link", { name: "Войти" }).getAttribute("href")).toBe(
    "/app/authorization",
  );
  expect(screen.getByRole("link", { name: "Зарегистрироваться" }).getAttribute("href")).toBe(
    "/app/authorization?registration",
  );
  guest.unmount();
  const me = aPerson("OWNER");
  resetSession(me, "token");
  renderConsole(<Header person={<PersonMenu me={me} />} />, { pages: PAGES });
  fireEvent.click(screen.getByRole("button", { name: /Анна Петрова/ }));
  screen.getByRole("button", { name: "Выйти" });
  expect(screen.queryByRole("link", { name: "Войти" })).toBeNull();
});

test("the application's prompt opens at once and tells the server without waiting for it", async () => {
  const { seen } = consoleServer({ "POST /open-api/fake-mobile": { status: 500 } });
  renderConsole(<Header />, { pages: PAGES });
  fireEvent.click(screen.getByRole("button", { name: "Мобильное приложение" }));
  const prompt = await screen.findByRole("dialog", { name: "Мобильное приложение" });
  await within(prompt).findByRole("img", { name: "QR-код со ссылкой на приложение" });
  expect(
    within(prompt)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["App Store", "Google Play", "RuStore", "AppGallery"]);
  await waitFor(() =>
    expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/open-api/fake-mobile", { message: "mobile-app:header" }],
    ]),
  );
  expect(document.querySelectorAll(".toast")).toHaveLength(0);
});
