import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderedPage } from "#contract/pages/rendered-page.ts";
import { patternOf } from "./pages.ts";
import type { RouteFiles } from "./route-files.ts";

export type Theme = "light" | "dark";
type Drawn = Extract<RenderedPage, { kind: "page" }>;

const ENTRY = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
/** With the frame that stands there until the console is drawn. */
const ROOT = /<div id="root">[\s\S]*<\/div>(?=\s*<div id="modals">)/;
const STYLES = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;

/**
 * The console's page with a public page drawn in it. Its styles stand in the page and its scripts
 * wait until the browser has nothing better to do: the first picture needs one answer of the
 * server.
 */
export async function publicTemplate(
  index: string,
  directory: string,
  routes: readonly RouteFiles[],
): Promise<(path: string, page: Drawn, theme: Theme | null) => string> {
  const entry = ENTRY.exec(index)?.[1] ?? "";
  const shared = [...index.matchAll(STYLES)].map(([, href = ""]) => href);
  const bare = index
    .replace(ENTRY, "")
    .replace(ROOT, '<div id="root"></div>')
    .replace(STYLES, "")
    .replace(/<link rel="(modulepreload|preload)"[^>]*>/g, "")
    .replace(/<noscript>[\s\S]*?<\/noscript>/, "");
  const hrefs = [...new Set([...shared, ...routes.flatMap(({ styles }) => styles)])];
  const texts = new Map(
    await Promise.all(
      hrefs.map(async (href) => [href, await readFile(join(directory, href), "utf8")] as const),
    ),
  );
  const patterns = routes.map((route) => ({ pattern: patternOf(route), styles: route.styles }));

  return (path, { head, body, seed }, theme) => {
    // A page with another status than 200 may be a screen all the same: a used invitation says what
    // to do.
    const own = patterns.find(({ pattern }) => pattern.test(path))?.styles ?? [];
    const files = [...new Set([...shared, ...own])];
    const styles = files.map((href) => texts.get(href) ?? "").join("");
    // The scripts of a screen ask for its styles as well: a link that is switched off tells them
    // that these are here.
    const known = files.map((href) => `<link rel="stylesheet" disabled href="${href}">`).join("");
    const start = `<script defer src="/hydrate.js" data-entry="${entry}"></script>`;
    return put(bare, {
      "</head>": `${head}<style>${styles}</style>${known}${start}</head>`,
      '<div id="root"></div>': `<div id="root">${body}</div><script type="application/json" id="page-seed">${seed}</script>`,
      ...(theme ? { '<html lang="ru">': `<html lang="ru" data-theme="${theme}">` } : {}),
    });
  };
}

/** Replaces texts by texts: what people have typed may hold `$&`. */
function put(html: string, pieces: Readonly<Record<string, string>>): string {
  return Object.entries(pieces).reduce((text, [place, by]) => text.replace(place, () => by), html);
}
