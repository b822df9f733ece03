import { cp, readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { build } from "vite";

/**
 * Bundles the server and its worker threads into `dist/server`, one file an entry, packages left in node_modules; the
 * migrations go beside them. Workers keep their names, because they are started by name.
 */
const root = resolve(import.meta.dirname, "..");
const files = await readdir(resolve(root, "src/server"), { recursive: true });
const workers = Object.fromEntries(files.filter((file) => file.endsWith("-worker.ts")).map((file) => [basename(file, ".ts"), join(root, "src/server", file)]));

await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    ssr: true,
    outDir: resolve(root, "dist/server"),
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        main: resolve(root, "src/server/main.ts"),
        cli: resolve(root, "src/server/database/cli.ts"),
        ...workers,
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
await cp(resolve(root, "src/server/database/migrations"), resolve(root, "dist/server/migrations"), { recursive: true });
