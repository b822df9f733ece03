import { cp, readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { build } from "vite";

const root = resolve(import.meta.dirname, "..");

/** Packages of hundreds of small modules: each start would open them one by one, for a third of its time. */
export const IN_BUNDLE = ["kysely", "typebox"];

/**
 * Bundles entries of the server and its worker threads into a folder, one file an entry, packages left in node_modules, but see
 * `IN_BUNDLE`; the migrations and the tables go beside them. Workers keep their names, because they are started by name.
 *
 * @param outDir - folder of the bundle, from the root of the project; emptied first.
 * @param entries - names of the files to make and their sources, from the root of the project.
 */
export async function bundleServer(outDir, entries) {
  const files = await readdir(resolve(root, "src/server"), { recursive: true });
  const workers = Object.fromEntries(
    files
      .filter((file) => file.endsWith("-worker.ts"))
      .map((file) => [basename(file, ".ts"), join(root, "src/server", file)]),
  );
  const sources = Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, resolve(root, file)]),
  );
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: IN_BUNDLE },
    build: {
      ssr: true,
      outDir: resolve(root, outDir),
      emptyOutDir: true,
      target: "node20",
      sourcemap: true,
      minify: false,
      rollupOptions: {
        input: { ...sources, ...workers },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  await cp(resolve(root, "src/server/data/migrations"), resolve(root, outDir, "migrations"), {
    recursive: true,
  });
  for (const table of files.filter((file) => file.endsWith(".csv")))
    await cp(join(root, "src/server", table), join(root, outDir, basename(table)));
}
