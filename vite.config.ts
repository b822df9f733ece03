import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";
import { chunkGroups } from "./src/console/build/chunks.ts";
import { precompress } from "./src/console/build/precompress.ts";
import { routePreloads } from "./src/console/build/route-preloads.ts";

const stub = (name: string) => resolve("src/console/build/stubs", name);
/** What Refine imports for development or for parts the console does not use; the same in tests and `vite dev`. */
const DEVELOPMENT_ONLY = {
  "@refinedev/devtools-internal": stub("devtools.ts"),
  "react-markdown": stub("markdown.ts"),
  "remark-gfm": stub("markdown.ts"),
  "@ant-design/pro-layout": stub("page-header.tsx"),
};

/** Where `vite dev` finds the server. */
const SERVER = process.env.VITE_DEV_SERVER ?? "http://127.0.0.1:3000";
const SERVED_BY_SERVER = ["/open-api", "/client-api", "/edoc-api", "/sandbox/api", "/console-config.json", "/health", "/api-docs"];

const ENTRY_CHUNK = /assets\/index-[\w-]+\.js$/;

const files = (names: readonly string[]) => names.map((name) => `tests/server/${name}.test.ts`);
/** They measure times: nothing else may run beside them. */
const MEASURING = files(["jobs", "one-time-codes", "sandbox", "seed", "spreadsheet"]);
/** They measure memory, kill processes or take every connection: each in a process of its own, but two at a time. */
const STRAINING = files(["bursts", "database", "exports-large", "fuzz", "killed-while-paying", "money-under-pressure", "read-replica", "several-processes"]);

const serverTests = {
  root: resolve("."),
  environment: "node",
  pool: "forks",
  globalSetup: "tests/support/global-setup.ts",
  setupFiles: "tests/support/server-setup.ts",
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  root: "src/console",
  publicDir: resolve("public"),
  plugins: [react(), routePreloads(), precompress()],
  resolve: { alias: DEVELOPMENT_ONLY },
  server: { proxy: Object.fromEntries(SERVED_BY_SERVER.map((path) => [path, { target: SERVER }])) },
  build: {
    outDir: resolve("dist/console"),
    emptyOutDir: true,
    manifest: true,
    // Every browser of the target knows modulepreload. The entry names no scripts of the pages it can lead to: that list is a kilobyte of each first visit, and
    // a link asks for its page's chunks when it is pointed at.
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostId }) => (ENTRY_CHUNK.test(hostId) ? files.filter((file) => file.endsWith(".css")) : files) },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
    // The last three years of browsers: no helpers for syntax everybody has.
    target: ["chrome111", "firefox115", "safari16.4"],
  },
  test: {
    root: resolve("."),
    projects: [
      {
        extends: true,
        test: { name: "contract", root: resolve("."), include: ["tests/contract/**/*.test.ts", "tests/architecture/**/*.test.ts"], environment: "node", isolate: false },
      },
      {
        extends: true,
        test: {
          ...serverTests,
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...MEASURING, ...STRAINING],
          // To load the server anew for each file takes longer than most files themselves.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { ...serverTests, name: "server-strained", include: STRAINING, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      // One after another, when all others are done.
      { extends: true, test: { ...serverTests, name: "server-measured", include: MEASURING, isolate: false, maxWorkers: 1, sequence: { groupOrder: 2 } } },
      {
        extends: true,
        // For Node its package names the CommonJS build, which would bring a second React Router with contexts of its own.
        resolve: { alias: { "react-router-dom": resolve("node_modules/react-router-dom/dist/index.mjs") } },
        test: {
          name: "console",
          root: resolve("."),
          include: ["tests/console/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude],
          environment: "happy-dom",
          isolate: false,
          setupFiles: ["tests/support/console-setup.ts"],
          testTimeout: 20_000,
          // Modules that Node would take for CommonJS, and those that would bring a second React Router.
          server: { deps: { inline: [/@refinedev/, /react-router/, /antd\/es\/locale/] } },
        },
      },
    ],
  },
});
