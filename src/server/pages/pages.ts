import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { RenderedPage } from "#contract/pages/rendered-page.ts";
import { scriptJson } from "#contract/values/markup.ts";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import type { PageFiles, RouteFiles } from "./route-files.ts";

export interface ServedPage {
  readonly status: number;
  readonly html: string;
  readonly brotli: Buffer;
}

export type Theme = "light" | "dark";
export type RenderedFrame = Extract<RenderedPage, { kind: "frame" }>;

export interface ConsolePages {
  /** For anybody, by path (lower case, no trailing slash); an unknown one has status 404. */
  page(path: string): Promise<ServedPage>;
  frame(path: string, drawn: RenderedFrame, theme: Theme | null): Promise<ServedPage>;
}

/** With the frame shown until the console is rendered. */
export const ROOT = /<div id="root">[\s\S]*<\/div>(?=\s*<div id="modals">)/;
/** For a page rendered for one request. */
export const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
export const toBrotli = promisify(brotliCompress);
const NO_FILES: PageFiles = { scripts: [], styles: [] };

/**
 * Each at its first use.
 *
 * @param index - `index.html` of the built console.
 * @param routes - `null` without a manifest: no preloads.
 * @param config - the answer of `GET /console-config.json`, embedded to save a request.
 */
export function preparePages(
  index: string,
  routes: readonly RouteFiles[] | null,
  config: object,
): ConsolePages {
  const html = withConfig(index, config);
  const bare = makeOnFirstUse(() => served(html, routes === null ? 200 : 404));
  const pages = (routes ?? []).map((route) => ({
    ...route,
    pattern: patternOf(route),
    page: makeOnFirstUse(() => served(withPreloads(html, route, "preload"), 200)),
  }));
  const routeOf = (path: string) => pages.find(({ pattern }) => pattern.test(path));
  return {
    page: (path) => (routeOf(path)?.page ?? bare)(),
    async frame(path, { status, body, seed }, theme) {
      const route = routeOf(path);
      // Before the frame is painted.
      const page = withPreloads(html, route?.inConsole ?? route ?? NO_FILES, "stylesheet")
        .replace(
          ROOT,
          () =>
            `<div id="root">${body}</div><script type="application/json" id="page-seed">${seed}</script>`,
        )
        .replace('<html lang="ru">', () => `<html lang="ru"${themeAttribute(theme)}>`);
      return { status, html: page, brotli: await toBrotli(page, QUICK) };
    },
  };
}

export function themeAttribute(theme: Theme | null): string {
  return theme ? ` data-theme="${theme}"` : "";
}

/** JSON: the script policy forbids inline code. */
function withConfig(html: string, config: object): string {
  return html.replace(
    "</head>",
    () =>
      `<script id="console-config" type="application/json">${scriptJson(config)}</script></head>`,
  );
}

/** `crossorigin` must match the browser's requests, or files load twice. */
function withPreloads(
  html: string,
  { scripts, styles }: PageFiles,
  asked: "preload" | "stylesheet",
): string {
  const style = asked === "preload" ? 'rel="preload" as="style"' : 'rel="stylesheet"';
  const links = [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ...styles.map((file) => `<link ${style} crossorigin href="${file}">`),
  ];
  return html.replace("</head>", `${links.join("")}</head>`);
}

async function served(html: string, status: number): Promise<ServedPage> {
  return { status, html, brotli: await toBrotli(html) };
}

export function patternOf({ path }: Pick<RouteFiles, "path">): RegExp {
  const segments = path
    .split("/")
    .map((segment) =>
      segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    );
  return new RegExp(`^${segments.join("/")}$`, "u");
}
