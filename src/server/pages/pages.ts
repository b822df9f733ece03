import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { scriptJson } from "#contract/values/markup.ts";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import type { RouteFiles } from "./route-files.ts";

export interface ServedPage {
  readonly status: number;
  readonly html: string;
  readonly brotli: Buffer;
}

const toBrotli = promisify(brotliCompress);

/**
 * Builds the page of each console route at its first use.
 *
 * @param index - `index.html` of the built console.
 * @param routes - `null` without a manifest: every URL then gets the page without preloads.
 * @param config - the answer of `GET /console-config.json`, embedded to save a request.
 * @returns the page of a path (lower case, no trailing slash); status 404 for an unknown one.
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

/** JSON, as the script policy forbids inline code. */
function withConfig(html: string, config: object): string {
  return html.replace(
    "</head>",
    () =>
      `<script id="console-config" type="application/json">${scriptJson(config)}</script></head>`,
  );
}

/** `crossorigin` must match the browser's own requests, or files would load twice. */
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

export function patternOf({ path }: Pick<RouteFiles, "path">): RegExp {
  const segments = path
    .split("/")
    .map((segment) =>
      segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    );
  return new RegExp(`^${segments.join("/")}$`, "u");
}
