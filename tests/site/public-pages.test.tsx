import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { Footer } from "#web/layout/footer.tsx";
import { FAQ_GROUPS } from "#site/pages/faq/faq-catalogue.ts";
import { HOME_QUESTIONS } from "#site/pages/home-sections.tsx";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { endSession, resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { pageReader } from "#tests/support/page-reader.ts";
import { aPage, DIRECTORIES } from "#tests/support/public-records.ts";
import { openPublicPage, renderPublicPage } from "#tests/support/render-public-page.tsx";
import { servePublicPage } from "#tests/support/public-page.tsx";

beforeEach(() => resetSession());

const ADDRESSES = [
  "/",
  "/about",
  "/blog",
  "/contacts",
  "/faq",
  "/faq?q=nothing",
  "/documents",
  "/documents/contract",
  "/documents/old-contract-2024-06-01",
];
const EMPTY_LISTS = pageReader({
  ...DIRECTORIES,
  "/client-api/job/list": aPage([]),
  "/client-api/workman/list": aPage([]),
  "/client-api/account/list": aPage([]),
}).read;
const hrefs = (scope: HTMLElement) =>
  within(scope)
    .queryAllByRole("link")
    .map((link) => link.getAttribute("href") ?? "");

test("home says how a payout goes, in order", async () => {
  await renderPublicPage("/");
  const steps = within(screen.getByRole("region", { name: "Как проходит выплата" })).getAllByRole(
    "listitem",
  );
  expect(steps.map((step) => within(step).getByRole("heading").textContent)).toEqual([
    "Заморозка",
    "Акт",
    "Чек",
    "Распоряжение банку",
    "Выплачено",
  ]);
});

test("home leads a guest in by two ways and a signed-in person to the cabinet", async () => {
  const { unmount } = await renderPublicPage("/");
  for (const name of ["Подключить компанию", "Стать исполнителем"])
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/app/registration");
  expect(screen.getAllByRole("link", { name: "Войти" })[0]?.getAttribute("href")).toBe(
    "/app/authorization",
  );
  unmount();
  resetSession(aPerson("OWNER"), "token");
  await renderPublicPage("/");
  expect(
    screen.getAllByRole("link", { name: "Перейти в личный кабинет" })[0]?.getAttribute("href"),
  ).toBe("/profile");
  expect(
    screen.queryByRole("link", { name: /Войти|Зарегистрироваться|Подключить компанию/ }),
  ).toBeNull();
});

test("a session that ended is told on the home page, with the way back", async () => {
  resetSession(aPerson("OWNER"), "token");
  await renderPublicPage("/");
  expect(screen.queryByText(/Сеанс завершён/)).toBeNull();
  act(() => endSession());
  const notice = screen.getByRole("status");
  expect(notice.textContent).toContain("введённые данные сохранены");
  expect(hrefs(notice)).toEqual(["/authorization"]);
});

test("the questions on the home page are those of the knowledge base, word by word", () => {
  const all = FAQ_GROUPS.flatMap(({ questions }) => questions);
  expect(HOME_QUESTIONS).toHaveLength(4);
  for (const { slug, question } of HOME_QUESTIONS)
    expect(all.find((one) => one.slug === slug)?.question).toBe(question);
});

test("contacts are a mail, a call and a place on an outside map", async () => {
  const { head } = await renderPublicPage("/contacts");
  expect(screen.getByRole("link", { name: PLATFORM_COMPANY.email }).getAttribute("href")).toBe(
    "mailto:help@samozanyatye.example",
  );
  expect(screen.getByRole("link", { name: "+7 (495) 000 00 00" }).getAttribute("href")).toBe(
    "tel:+74950000000",
  );
  const map = screen.getByRole("link", { name: "Посмотреть на карте" });
  expect(new URL(map.getAttribute("href") ?? "").searchParams.get("text")).toBe(
    "Москва, Пресненская набережная, 1",
  );
  expect(map.getAttribute("rel")).toContain("noopener");
  screen.getByText(/понедельник — пятница, с/);
  expect(head.structured).toContainEqual(
    expect.objectContaining({
      "@type": "Organization",
      telephone: "+74950000000",
      email: PLATFORM_COMPANY.email,
    }),
  );
});

test("a future worker leaves a phone to be called back: what is missing stands under its field, and he is thanked", async () => {
  const { seen } = consoleServer({ "POST /client-api/workman/leads": { body: { ok: true } } });
  await renderPublicPage("/contacts");
  const part = within(
    screen.getByRole("region", { name: "Хотите стать исполнителем? Перезвоним" }),
  );
  const press = () => fireEvent.click(part.getByRole("button", { name: "Перезвоните мне" }));
  press();
  const phone = part.getByLabelText("Телефон");
  expect([phone.getAttribute("aria-invalid"), document.activeElement]).toEqual(["true", phone]);
  part.getByText("Без согласия на обработку данных мы не сможем перезвонить");
  fireEvent.change(phone, { target: { value: "8 916 123-45-67" } });
  expect(phone.getAttribute("aria-invalid")).toBe("false");
  fireEvent.change(part.getByLabelText("Как к вам обращаться"), { target: { value: "Пётр" } });
  fireEvent.click(part.getByRole("checkbox"));
  press();
  expect((await part.findByRole("status")).textContent).toContain(
    "Спасибо, перезвоним на +7 (916) 123 45 67",
  );
  expect(seen.map(({ body }) => body)).toEqual([
    { phone: "79161234567", firstName: "Пётр", acceptDataPolicy: true },
  ]);
});

test("a phone the server refuses keeps what was typed, with the server's words", async () => {
  consoleServer({
    "POST /client-api/workman/leads": {
      status: 429,
      body: {
        message: "Слишком много попыток. Попробуйте через час",
        code: "too_many_requests",
        requestId: "r",
      },
    },
  });
  await renderPublicPage("/contacts");
  fireEvent.change(screen.getByLabelText("Телефон"), { target: { value: "+7 916 123 45 67" } });
  fireEvent.click(screen.getByRole("checkbox"));
  fireEvent.click(screen.getByRole("button", { name: "Перезвоните мне" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Слишком много попыток");
  expect(screen.getByLabelText<HTMLInputElement>("Телефон").value).toBe("+7 (916) 123 45 67");
});

test("the footer names the same contacts", () => {
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  );
  expect(hrefs(screen.getByRole("contentinfo"))).toEqual(
    expect.arrayContaining([`mailto:${PLATFORM_COMPANY.email}`, `tel:+${PLATFORM_COMPANY.phone}`]),
  );
});

test.each(ADDRESSES)(
  "%s has one main heading, named regions and links that lead somewhere",
  async (address) => {
    const { container } = await renderPublicPage(address);
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    const levels = screen
      .getAllByRole("heading")
      .map((heading) => Number(heading.tagName.slice(1)));
    levels.reduce((before, level) => (expect(level - before).toBeLessThanOrEqual(1), level));
    for (const link of container.querySelectorAll("a")) {
      const href = link.getAttribute("href") ?? "";
      const isKnown =
        /^(mailto:|tel:|https:\/\/)/.test(href) ||
        (href.startsWith("#") && container.querySelector(href) !== null) ||
        /^\/(app\/authorization|profile|documents\/[a-z0-9-]+\.pdf)/.test(href);
      if (!isKnown) await openPublicPage(href, EMPTY_LISTS);
      expect((link.getAttribute("aria-label") ?? link.textContent ?? "").trim()).not.toBe("");
    }
    const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const named of container.querySelectorAll("[aria-labelledby]"))
      expect(ids).toContain(named.getAttribute("aria-labelledby"));
  },
);

test.each(ADDRESSES)(
  "%s has a title and a description of its own for search engines",
  async (address) => {
    const { head } = await openPublicPage(address);
    expect(head.title.length).toBeGreaterThan(5);
    expect(head.description.length).toBeLessThanOrEqual(160);
    for (const one of head.structured ?? []) expect(one["@type"]).toBeTypeOf("string");
  },
);

test.each(ADDRESSES)(
  "%s made by the server comes alive in the browser as it is",
  async (address) => {
    const { html, page } = await servePublicPage(address);
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = html;
    const complaints = vi.fn();
    const root = await act(async () =>
      hydrateRoot(place, page, { onRecoverableError: complaints }),
    );
    expect(complaints).not.toHaveBeenCalled();
    await act(async () => root.unmount());
    place.remove();
  },
);

test("every public page is open to all", () => {
  for (const { access } of SITE_ROUTES) expect(access).toBe("public");
});
