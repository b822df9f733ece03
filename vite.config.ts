import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  root: "src/console",
  publicDir: resolve("public"),
  plugins: [react()],
  build: { outDir: resolve("dist/console"), emptyOutDir: true },
  test: {
    root: resolve("."),
    projects: [
      {
        extends: true,
        test: { name: "contract", root: resolve("."), include: ["tests/contract/**/*.test.ts", "tests/architecture/**/*.test.ts"], environment: "node" },
      },
      {
        extends: true,
        test: {
          name: "server",
          root: resolve("."),
          include: ["tests/server/**/*.test.ts"],
          environment: "node",
          pool: "forks",
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "console",
          root: resolve("."),
          include: ["tests/console/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude],
          environment: "happy-dom",
          server: { deps: { inline: [/@refinedev/, /react-router/] } },
        },
      },
    ],
  },
});
