import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { IN_BUNDLE } from "./bundle-server.mjs";

/** Bundles the public pages for the server into `dist/public-pages/render.js`: the same screens as text. Packages stay in node_modules, but see `IN_BUNDLE`. */
const root = resolve(import.meta.dirname, "..");

await build({
  root: resolve(root, "src"),
  configFile: false,
  logLevel: "warn",
  plugins: [react()],
  ssr: { noExternal: IN_BUNDLE },
  build: {
    ssr: resolve(root, "src/app/render.tsx"),
    outDir: resolve(root, "dist/public-pages"),
    emptyOutDir: true,
    copyPublicDir: false,
    target: "node20",
    minify: false,
    rolldownOptions: { output: { entryFileNames: "[name].js" } },
  },
});
