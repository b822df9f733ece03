import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderedPage } from "#contract/pages/rendered-page.ts";
import { patternOf, ROOT, themeAttribute, type Theme } from "./pages.ts";
import type { RouteFiles } from "./route-files.ts";

type Drawn = Extract<RenderedPage, { kind: "page" }>;

const ENTRY = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
const STYLES = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;

/**
 * A public page in the console's. Styles are inline and scripts wait until the browser is idle: the
 * first paint needs one answer.
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
    // Also for statuses other than 200: a used invitation has a screen.
    const own = patterns.find(({ pattern }) => pattern.test(path))?.styles ?? [];
    const files = [...new Set([...shared, ...own])];
    const styles = files.map((href) => texts.get(href) ?? "").join("");
    // Scripts of a screen load its styles too: a disabled link tells them that these are present.
    const known = files.map((href) => `<link rel="stylesheet" disabled href="${href}">`).join("");
    const start = `<script defer src="/hydrate.js" data-entry="${entry}"></script>`;
    return put(bare, {
      "</head>": `${head}<style>${styles}</style>${known}${start}</head>`,
      '<div id="root"></div>': `<div id="root">${body}</div><script type="application/json" id="page-seed">${seed}</script>`,
      '<html lang="ru">': `<html lang="ru"${themeAttribute(theme)}>`,
    });
  };
}

/** By function: users' text may contain `$&`. */
function put(html: string, pieces: Readonly<Record<string, string>>): string {
  return Object.entries(pieces).reduce((text, [place, by]) => text.replace(place, () => by), html);
}
