import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { scriptJson } from "#contract/values/markup.ts";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import type { RouteFiles } from "./route-files.ts";

/** One page as it is sent. */
export interface ServedPage {
  readonly status: number;
  readonly html: string;
  readonly brotli: Buffer;
}

const toBrotli = promisify(brotliCompress);

/**
 * Makes the built page of each route of the console, once, when its route is first opened.
 *
 * @param index - `index.html` of the built console.
 * @param routes - `null`: without its list of routes every address is a page without preloads.
 * @param config - what `GET /console-config.json` answers: it travels in the page, so that the
 *   console begins without asking.
 * @returns the page of a path (lower case, no trailing slash); status 404 for an address no route
 *   knows.
 */
export function preparePages(
  index: string,
  routes: readonly RouteFiles[] | null,
  config: object,
): (path: string) => Promise<ServedPage> {
  const html = withConfig(index, config);
  const bare = makeOnFirstUse(() => served(html, routes === null ? 200 : 404));
  const pages = (routes ?? []).map((route) => ({
    pattern: patternOf(route),
    page: makeOnFirstUse(() => served(withPreloads(html, route), 200)),
  }));
  return (path) => (pages.find(({ pattern }) => pattern.test(path))?.page ?? bare)();
}

/** Data, not a script: the policy of scripts lets nothing inline run. */
function withConfig(html: string, config: object): string {
  return html.replace(
    "</head>",
    () =>
      `<script id="console-config" type="application/json">${scriptJson(config)}</script></head>`,
  );
}

/**
 * Scripts and styles carry `crossorigin`, because that is how the browser will ask for them:
 * otherwise it would load them twice.
 */
function withPreloads(html: string, { scripts, styles }: RouteFiles): string {
  const links = [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
  ];
  return html.replace("</head>", `${links.join("")}</head>`);
}

async function served(html: string, status: number): Promise<ServedPage> {
  return { status, html, brotli: await toBrotli(html) };
}

/** Matches the addresses of a route. */
export function patternOf({ path }: Pick<RouteFiles, "path">): RegExp {
  const segments = path
    .split("/")
    .map((segment) =>
      segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    );
  return new RegExp(`^${segments.join("/")}$`, "u");
}
