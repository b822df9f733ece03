import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Plugin, Rollup } from "vite";

/**
 * What the page of an address will load: the server names it in the first answer, so that chunks do
 * not wait for each other. An address without a line has no page.
 */
interface RoutePreload {
  /** Pattern of the route with `:name` for parameters. */
  readonly path: string;
  /** Whether the console shows it; else it is a page of the site, which the server draws. */
  readonly isConsole: boolean;
  /**
   * Who may open it, as the module says: `public`, `account`, `payroll-registries.view`, or several
   * of them with commas.
   */
  readonly access: string;
  /** Built files from the root of the site, those of the entry left out. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const MODULE =
  /\/src\/console\/(?:resources\/[\w-]+\/(?:index\.tsx|(?:console|site)-module\.tsx?)|pages\/index\.tsx)$/;
const ROUTE =
  /\{[^{}]*?path:\s*(?:"([^"]+)"|([A-Z_]+)),\s*access:\s*("[^"]+"|\{[^{}]*\})[^{}]*?screen:\s*(?:\(\)\s*=>\s*import\("([^"]+)"\)|(\w+))[^{}]*?\}/g;
const NAMED_PATH = /const\s+([A-Z_]+)\s*=\s*"([^"]+)"/g;
const NAMED_SCREEN = /const\s+(\w+)\s*=\s*\(\)\s*=>\s*import\("([^"]+)"\)/g;

/**
 * Writes `route-preloads.json`: every address of the console → the chunks its screen needs beside
 * the entry. Routes are read from the modules' sources, where path and screen stand side by side; a
 * test compares them with the modules.
 */
export function routePreloads(): Plugin {
  return {
    name: "route-preloads",
    apply: "build",
    // After Vite has taken out the chunks that were styles alone: a file nobody writes must not be
    // asked for.
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter(
          (one): one is Rollup.OutputChunk => one.type === "chunk",
        );
        const entry = chunks.find(({ isEntry }) => isEntry);
        const layout = chunks.find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith("/app/console-layout.tsx"),
        );
        const consoleRoutes = chunks.find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith("/app/console-routes.tsx")),
        );
        const known = filesOf(entry ? [entry] : [], bundle);
        // A module that a lazy part of a page uses as well lies in a chunk of its own.
        const ofConsole = filesOf(consoleRoutes ? [consoleRoutes] : [], bundle);
        const preloads: RoutePreload[] = [];
        for (const file of chunks
          .flatMap(({ moduleIds }) => moduleIds)
          .filter((id) => MODULE.test(id))) {
          const isConsole = chunks.some(
            ({ fileName, moduleIds }) =>
              moduleIds.includes(file) && ofConsole.has(fileName) && !known.has(fileName),
          );
          for (const { path, access, screen } of await routesOf(file)) {
            const page = chunks.find(({ moduleIds }) => moduleIds.includes(screen));
            const needed = [page, ...(isConsole ? [consoleRoutes, layout] : [])].filter(
              (one) => one !== undefined,
            );
            const files = [...filesOf(needed, bundle)]
              .filter((name) => !known.has(name))
              .map((name) => `/${name}`);
            preloads.push({
              path,
              isConsole,
              access,
              scripts: files.filter((name) => name.endsWith(".js")),
              styles: files.filter((name) => name.endsWith(".css")),
            });
          }
        }
        this.emitFile({
          type: "asset",
          fileName: "route-preloads.json",
          source: JSON.stringify(preloads, null, 1),
        });
      },
    },
  };
}

/**
 * The routes the file of a module names. Exported for the test that compares them with the module
 * itself.
 */
export async function routesOf(
  file: string,
): Promise<{ path: string; access: string; screen: string }[]> {
  const source = await readFile(file, "utf8");
  const paths = new Map(
    [...source.matchAll(NAMED_PATH)].map(([, name = "", path = ""]) => [name, path]),
  );
  const screens = new Map(
    [...source.matchAll(NAMED_SCREEN)].map(([, name = "", from = ""]) => [name, from]),
  );
  return [...source.matchAll(ROUTE)].flatMap(
    ([, literal, named = "", guard = "", inline, screen = ""]) => {
      const path = literal ?? paths.get(named);
      const from = inline ?? screens.get(screen);
      const access = [...guard.matchAll(/"([^"]+)"/g)].map(([, one]) => one).join(",");
      return path && from ? [{ path, access, screen: resolve(dirname(file), from) }] : [];
    },
  );
}

/** The chunks, everything they import statically, and their styles. */
function filesOf(chunks: readonly Rollup.OutputChunk[], bundle: Rollup.OutputBundle): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rollup.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) {
      const next = bundle[imported];
      if (next?.type === "chunk") add(next);
    }
  };
  chunks.forEach(add);
  return files;
}
