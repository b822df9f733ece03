import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./src/build/chunks.ts";
import { precompress } from "./src/build/precompress.ts";
import { serviceWorker } from "./src/build/service-worker.ts";
import { content } from "./src/content/build/content-plugin.ts";

const stub = (name: string) => resolve("src/build/stubs", name);
/**
 * What Refine imports for development or for parts the console does not use; the same in tests and
 * `vite dev`.
 */
const DEVELOPMENT_ONLY = {
  "@refinedev/devtools-internal": stub("devtools.ts"),
  "react-markdown": stub("markdown.ts"),
  "remark-gfm": stub("markdown.ts"),
  "@ant-design/pro-layout": stub("page-header.tsx"),
};

/** Where `vite dev` finds the server. */
const SERVER = process.env.VITE_DEV_SERVER ?? "http://127.0.0.1:3000";
const SERVED_BY_SERVER = [
  "/open-api",
  "/client-api",
  "/edoc-api",
  "/sandbox/api",
  "/console-config.json",
  "/health",
  "/api-docs",
  "/pictures",
];

const ENTRY_CHUNK = /assets\/index-[\w-]+\.js$/;

export default defineConfig({
  root: "src",
  publicDir: resolve("public"),
  plugins: [react(), content(), serviceWorker(), precompress()],
  resolve: { alias: DEVELOPMENT_ONLY },
  server: { proxy: Object.fromEntries(SERVED_BY_SERVER.map((path) => [path, { target: SERVER }])) },
  build: {
    outDir: resolve("dist/console"),
    emptyOutDir: true,
    manifest: true,
    // Every browser of the target knows modulepreload. The entry names no scripts of the pages it
    // can lead to: that list is a kilobyte of each first visit, and a link asks for its page's
    // chunks when it is pointed at.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) =>
        ENTRY_CHUNK.test(hostId) ? files.filter((file) => file.endsWith(".css")) : files,
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
    // The last three years of browsers: no helpers for syntax everybody has.
    target: ["chrome111", "firefox115", "safari16.4"],
  },
});
