import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Plugin, Rollup } from "vite";

/** What the page of an address will load: the server names it in the first answer, so that chunks do not wait for each other. An address without a line has no page. */
interface RoutePreload {
  /** Pattern of the route with `:name` for parameters. */
  readonly path: string;
  /** Regular expression of the path where the pattern says too little. */
  readonly accepts?: string;
  /** Built files from the root of the site, those of the entry left out. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const DOOR = /\/src\/console\/(?:resources\/[\w-]+\/(?:index\.tsx|public-door\.ts)|pages\/index\.tsx)$/;
const ROUTE = /\{[^{}]*?path:\s*(?:"([^"]+)"|([A-Z_]+))[^{}]*?screen:\s*(?:\(\)\s*=>\s*import\("([^"]+)"\)|(\w+))[^{}]*?\}/g;
const NAMED_PATH = /const\s+([A-Z_]+)\s*=\s*"([^"]+)"/g;
const NAMED_SCREEN = /const\s+(\w+)\s*=\s*\(\)\s*=>\s*import\("([^"]+)"\)/g;

/**
 * Writes `route-preloads.json`: every address of the console → the chunks its screen needs beside the entry. Routes are read from the doors' sources, where path and
 * screen stand side by side; a test compares them with the doors.
 */
export function routePreloads(): Plugin {
  return {
    name: "route-preloads",
    apply: "build",
    // After Vite has taken out the chunks that were styles alone: a file nobody writes must not be asked for.
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((one): one is Rollup.OutputChunk => one.type === "chunk");
        const entry = chunks.find(({ isEntry }) => isEntry);
        const cabinet = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/app/cabinet.tsx"));
        const antdFrame = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/ui/antd-frame.tsx"));
        const known = filesOf(entry ? [entry] : [], bundle);
        const preloads: RoutePreload[] = [];
        for (const door of chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => DOOR.test(id))) {
          const isCabinet = cabinet?.moduleIds.includes(door) ?? false;
          for (const { path, accepts, screen, isLight } of await routesOf(door)) {
            const page = chunks.find(({ moduleIds }) => moduleIds.includes(screen));
            const needed = [page, isCabinet ? cabinet : undefined, isCabinet && !isLight ? antdFrame : undefined].filter((one) => one !== undefined);
            const files = [...filesOf(needed, bundle)].filter((file) => !known.has(file)).map((file) => `/${file}`);
            preloads.push({ path, accepts, scripts: files.filter((file) => file.endsWith(".js")), styles: files.filter((file) => file.endsWith(".css")) });
          }
        }
        this.emitFile({ type: "asset", fileName: "route-preloads.json", source: JSON.stringify(preloads, null, 1) });
      },
    },
  };
}

/** The routes a door's source names. Exported for the test that compares them with the door itself. */
export async function routesOf(door: string): Promise<{ path: string; accepts: string | undefined; screen: string; isLight: boolean }[]> {
  const source = await readFile(door, "utf8");
  const paths = new Map([...source.matchAll(NAMED_PATH)].map(([, name = "", path = ""]) => [name, path]));
  const screens = new Map([...source.matchAll(NAMED_SCREEN)].map(([, name = "", file = ""]) => [name, file]));
  return [...source.matchAll(ROUTE)].flatMap(([text, literal, named = "", inline, screen = ""]) => {
    const path = literal ?? paths.get(named);
    const file = inline ?? screens.get(screen);
    const accepts = /accepts:\s*"([^"]+)"/.exec(text)?.[1];
    return path && file ? [{ path, accepts, screen: resolve(dirname(door), file), isLight: /look:\s*"light"/.test(text) }] : [];
  });
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
