// @vitest-environment node
import { expect, test } from "vitest";
import { renderPage } from "#app/render.tsx";
import { FAQ_GROUPS } from "#site/pages/faq/faq-catalogue.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { loadSiteScreen } from "#site/site-routes.ts";
import { consoleConfig, setConsoleConfig } from "#web/wire/console-config.ts";
import { aPerson } from "#tests/support/console-server.ts";
import { openPublicPage, servePublicPage } from "#tests/support/public-page.tsx";

const html = async (address: string) => (await servePublicPage(address)).html;

test("pages are made where there is no browser, the same each time", async () => {
  expect(typeof document).toBe("undefined");
  for (const address of [
    "/",
    "/about",
    "/contacts",
    "/faq",
    "/documents",
    "/documents/terms-of-use",
  ]) {
    const made = await html(address);
    expect(made).toContain("<h1");
    expect(await html(address)).toBe(made);
  }
});

test("without JavaScript every answer is in the page, folded by the browser itself", async () => {
  const made = await html("/faq");
  expect(made.match(/<details/g)).toHaveLength(
    FAQ_GROUPS.flatMap(({ questions }) => questions).length,
  );
  expect(made).toContain("не позднее 28-го");
});

test("without JavaScript the search is answered by the server", async () => {
  const made = await html("/faq?q=%D0%B2%D1%8B%D1%87%D0%B5%D1%82%D0%B0");
  expect(made).toContain("Что такое налоговый вычет");
  expect(made).toContain('value="вычета"');
  expect(made).not.toContain("Как пополнить баланс?");
});

test("every page of the site has a title of its own before it is hydrated", async () => {
  const nameless = [];
  for (const route of SITE_ROUTES)
    if (!(await loadSiteScreen(route)).page) nameless.push(route.path);
  expect(nameless).toEqual([]);
});

test("the sandbox has its title while there is one, and is nowhere otherwise", async () => {
  const known = consoleConfig();
  const headOf = async (sandbox: boolean) => {
    setConsoleConfig({ ...known, sandbox });
    return (await openPublicPage("/sandbox")).head;
  };
  expect(await headOf(true)).toMatchObject({ title: "Песочница", isIndexed: false });
  expect(await headOf(false)).toMatchObject({ title: "Такой страницы не существует", status: 404 });
  setConsoleConfig(known);
});

/** React's mark in the HTML: the browser is told of a part the server has given up. */
const GIVEN_UP = "<!--$!-->";

test.each([
  ["the sandbox for a company", "/sandbox", aPerson()],
  ["what the platform is, for a worker", "/about", aPerson(null, { isWorkman: true })],
])("the first visitor is sent a whole page: %s", async (_, path, me) => {
  const made = await renderPage({
    path,
    search: "",
    config: {
      apiOrigins: { open: "", client: "", edoc: "" },
      sandbox: true,
      siteOrigin: "https://platform.example",
    },
    me,
    read: async () => ({ status: 404, body: JSON.stringify({ message: "Не найдено" }) }),
  });
  expect(made).toMatchObject({ body: expect.stringContaining("<h1") });
  expect(made).toMatchObject({ body: expect.not.stringContaining(GIVEN_UP) });
});
