import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import type { PageRoute } from "#contract/pages/page-route.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";

export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface RouteFiles extends PageFiles {
  readonly path: string;
  /** Rendered in the browser; otherwise by the server. */
  readonly isConsole: boolean;
  /** Where a page of the site is one of the console for whoever is signed in. */
  readonly inConsole?: PageFiles;
}

/** Source: Vite's documentation, «Backend Integration». */
interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestChunk | undefined>>;

const ENTRY = "index.html";
const CONSOLE_FRAME = ["console/app/console-routes.tsx", "console/app/console-layout.tsx"];

/**
 * From Vite's manifest, `/registry/upload` before `/registry/:id`.
 *
 * @param directory - `dist/console`.
 * @returns `null` without a manifest.
 */
export async function readRouteFiles(directory: string): Promise<readonly RouteFiles[] | null> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(directory, ".vite", "manifest.json"), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const shared = filesOf(manifest, [ENTRY]);
  const pageFiles = (sources: readonly string[]): PageFiles => {
    const files = [...filesOf(manifest, sources)]
      .filter((file) => !shared.has(file))
      .map((file) => `/${file}`);
    return {
      scripts: files.filter((file) => file.endsWith(".js")),
      styles: files.filter((file) => file.endsWith(".css")),
    };
  };
  const routeFiles = (isConsole: boolean) => (route: PageRoute) => ({
    path: route.path,
    isConsole,
    ...pageFiles([route.screen, ...(isConsole ? CONSOLE_FRAME : [])]),
    ...(route.inConsole ? { inConsole: pageFiles([route.screen, ...CONSOLE_FRAME]) } : {}),
  });
  const parametersOf = ({ path }: RouteFiles) => path.split(":").length - 1;
  return [...SITE_ROUTES.map(routeFiles(false)), ...CONSOLE_ROUTES.map(routeFiles(true))].sort(
    (one, other) => parametersOf(one) - parametersOf(other),
  );
}

function filesOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  sources.forEach(add);
  return files;
}
