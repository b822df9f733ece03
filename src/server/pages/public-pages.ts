import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type {
  PageRequest,
  PublicPagesBuild,
  RenderedPage,
  SitemapEntry,
} from "#contract/pages/rendered-page.ts";
import { LruCache } from "#server/work/lru-cache.ts";
import { publicTemplate } from "./public-template.ts";
import { QUICK, toBrotli, type RenderedFrame, type ServedPage, type Theme } from "./pages.ts";
import type { RouteFiles } from "./route-files.ts";

/** For the day; limited because a stranger can invent URLs. */
const MAX_CACHED = 300;

export interface PublicPages {
  show(
    request: PageRequest,
    theme: Theme | null,
  ): Promise<ServedPage | RenderedFrame | { readonly moved: string }>;
  list(read: PageRequest["read"]): Promise<readonly SitemapEntry[]>;
}

/**
 * Their renderer, from the build.
 *
 * @param directory - `dist/public-pages`.
 * @param built - `dist/console`: its `index.html` is the template, its routes name the styles.
 * @returns `null` before the first build: the browser renders everything.
 */
export async function loadPublicPages(
  directory: string,
  built: {
    readonly directory: string;
    readonly index: string;
    readonly routes: readonly RouteFiles[];
  },
): Promise<PublicPages | null> {
  const entry = join(directory, "render.js");
  if (!existsSync(entry)) return null;
  const { renderPage, listPages } = (await import(pathToFileURL(entry).href)) as PublicPagesBuild;
  const template = await publicTemplate(built.index, built.directory, built.routes);
  const cache = new LruCache<ServedPage>(MAX_CACHED);

  return {
    async show(request, theme) {
      const name = `${theme} ${moscowDate(new Date())} ${request.path}`;
      const isOfGuest = request.me === null;
      const known = isOfGuest && request.search === "" ? cache.get(name) : undefined;
      if (known) return known;
      const rendered = await renderPage(request);
      if (rendered.kind === "moved") return { moved: rendered.to };
      if (rendered.kind === "frame") return rendered;
      const page = await served(template(request.path, rendered, theme), rendered);
      if (isOfGuest && rendered.isStatic) cache.set(name, page);
      return page;
    },
    list: listPages,
  };
}

async function served(
  html: string,
  { status, isStatic }: Extract<RenderedPage, { kind: "page" }>,
): Promise<ServedPage> {
  return { status, html, brotli: await toBrotli(html, isStatic ? {} : QUICK) };
}
