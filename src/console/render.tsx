import { renderToString } from "react-dom/server";
import type { PageRequest, PublicPagesBuild, RenderedPage } from "#contract/public-pages/rendered-page.ts";
import { escapeMarkup, scriptJson } from "#contract/values/markup.ts";
import { addressOf } from "#contract/http/define-endpoints.ts";
import { ConsoleFrame } from "./app/app.tsx";
import { findRoute, LIGHT_ROUTES, pageAddress } from "./app/light-routes.tsx";
import { headElements, headText, tabTitleOf } from "./app/page-head.ts";
import { preparePage, seedFirstPage, type PreparedPage } from "./app/public-pages.tsx";
import { isCabinetAddress } from "./app/routes.tsx";
import type { PageSeed } from "./app/take-over.tsx";
import { Navigation } from "./providers/navigation.tsx";
import { setConsoleConfig } from "./providers/console-config.ts";
import { queryText } from "./providers/data/call-endpoint.ts";
import { toHttpError } from "./providers/data/http-error.ts";
import type { PageHead, PageReader } from "./providers/page-module.ts";

/** Entry of the build for the server: public pages as text. Loaded by the server through `PublicPagesBuild`, never imported by its source. */
export const renderPage: PublicPagesBuild["renderPage"] = async ({ path, search, origin, config, read }) => {
  const route = findRoute(LIGHT_ROUTES, path);
  if (!route && isCabinetAddress(path)) return null;
  const { page } = (await route?.screen()) ?? {};
  if (route && !page) return null;
  const address = pageAddress(route, path, search, origin);
  const prepared: PreparedPage = route ? await preparePage(route, address, readerOf(read)) : { kind: "failed", status: 404 };
  if (prepared.kind === "moved") return { kind: "moved", to: prepared.to };
  const head: PageHead = prepared.kind === "ready" && page ? page.head(address, prepared.data as never) : MISSING;
  const elements = headElements(head, path, origin);
  const names = { title: head.crumb, tabTitle: tabTitleOf(head) };
  // One page after the other: from here to the text nothing waits.
  setConsoleConfig(config);
  seedFirstPage(path + search, prepared);
  const body = renderToString(
    <Navigation at={path + search}>
      <ConsoleFrame names={names} origin={origin} />
    </Navigation>,
  );
  return {
    kind: "page",
    status: prepared.kind === "ready" ? (head.status ?? 200) : prepared.status,
    head: `<title>${escapeMarkup(names.tabTitle)}</title>${headText(elements.filter(({ tag }) => tag !== "script"))}`,
    tail: headText(elements.filter(({ tag }) => tag === "script")),
    body,
    seed: scriptJson({ config, names, page: prepared.kind === "ready" ? liveSeed(prepared, head) : { status: prepared.status, message: prepared.message } } satisfies PageSeed),
    isStatic: prepared.kind === "ready" && page !== undefined && (!page.load || page.sleeps === "without-data") && search === "",
  } satisfies RenderedPage;
};

/** What goes with a page for its own scripts. A screen that says it is not there lives at once: whoever is signed in may see more. */
function liveSeed({ page, data = null }: Extract<PreparedPage, { kind: "ready" }>, { status = 200 }: PageHead): PageSeed["page"] {
  if (page?.sleeps === undefined || status !== 200) return { data };
  return page.sleeps === "with-data" ? { data, sleeps: true } : { sleeps: true };
}

const MISSING: PageHead = { title: "Такой страницы не существует", description: "Проверьте адрес или начните с главной страницы.", isIndexed: false };

/** Addresses without parameters whose pages search engines may keep. Pages of records name themselves in their lists. */
export const listPages: PublicPagesBuild["listPages"] = async (read) => {
  const paths = await Promise.all(
    LIGHT_ROUTES.map(async (route) => {
      const { page } = await route.screen();
      if (!page) return [];
      if (page.listAddresses) return page.listAddresses(readerOf(read));
      if (route.path.includes("/:")) return [];
      if (page.load) return [route.path];
      const { isIndexed, canonical = route.path } = page.head({ path: route.path, params: {}, query: new URLSearchParams(), origin: "" }, undefined as never);
      return isIndexed === false || canonical !== route.path ? [] : [route.path];
    }),
  );
  return [...new Set(paths.flat())].map((path) => ({ path }));
};

/** Calls of the contract as the server makes them for a guest: reads only. */
function readerOf(read: PageRequest["read"]): PageReader {
  return async (endpoint, input = {}) => {
    const { status, body } = await read(addressOf(endpoint, input.params as Record<string, string | number>) + queryText(input.query));
    if (status !== 200) throw toHttpError(status, body);
    return JSON.parse(body) as never;
  };
}
