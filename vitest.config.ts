import { resolve } from "node:path";
import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./vite.config.ts";

/** They measure times: nothing else may run beside them. */
const MEASURING = ["tests/server/**/*.measured.test.ts"];
/**
 * They measure memory, kill processes, take every connection or half a minute: each in a process of
 * its own, but two at a time.
 */
const STRAINING = ["tests/{server,architecture}/**/*.strained.test.ts"];

const serverTests = {
  root: resolve("."),
  environment: "node",
  pool: "forks",
  globalSetup: "tests/support/global-setup.ts",
  setupFiles: "tests/support/server-setup.ts",
  // Generous: a slow machine is no failure.
  testTimeout: 300_000,
  hookTimeout: 300_000,
} as const;

/** Tests read the product as its build does: the same plugins and aliases. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      root: resolve("."),
      // At a desk a test that fails by chance is seen at once; the gate names it and goes on.
      retry: process.env["CI"] ? 1 : 0,
      setupFiles: ["tests/support/attempts-setup.ts"],
      projects: [
        {
          extends: true,
          test: {
            name: "contract",
            root: resolve("."),
            include: ["tests/contract/**/*.test.ts", "tests/architecture/**/*.test.ts"],
            exclude: [...configDefaults.exclude, ...STRAINING],
            environment: "node",
            isolate: false,
            maxWorkers: 2,
            testTimeout: 90_000,
          },
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
        {
          extends: true,
          test: {
            ...serverTests,
            name: "server-strained",
            include: STRAINING,
            maxWorkers: 2,
            sequence: { groupOrder: 1 },
          },
        },
        // One after another, when all others are done.
        {
          extends: true,
          test: {
            ...serverTests,
            name: "server-measured",
            include: MEASURING,
            isolate: false,
            maxWorkers: 1,
            sequence: { groupOrder: 2 },
          },
        },
        {
          extends: true,
          // For Node its package names the CommonJS build, which would bring a second React Router
          // with contexts of its own.
          resolve: {
            alias: { "react-router-dom": resolve("node_modules/react-router-dom/dist/index.mjs") },
          },
          test: {
            name: "console",
            root: resolve("."),
            include: ["tests/{console,site,web}/**/*.test.{ts,tsx}"],
            exclude: [...configDefaults.exclude],
            environment: "happy-dom",
            // A computer's window, where lists leave nothing out.
            environmentOptions: {
              happyDOM: {
                width: 1440,
                height: 900,
                settings: { device: { prefersReducedMotion: "reduce" } },
              },
            },
            isolate: false,
            // Vitest would leave one of two processors idle.
            maxWorkers: 2,
            setupFiles: ["tests/support/console-setup.ts"],
            testTimeout: 90_000,
            // Modules that Node would take for CommonJS, and those that would bring a second React
            // Router.
            server: { deps: { inline: [/@refinedev/, /react-router/, /antd\/es\/locale/] } },
          },
        },
      ],
    },
  }),
);
