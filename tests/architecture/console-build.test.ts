import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { expect, test } from "vitest";
import { themeVariables } from "#web/theme/theme-tokens.ts";
import config from "../../vite.config.ts";

test("the build has React's plugin, the service worker, compression: nothing that changes a library's code", () => {
  const plugins = (config as { plugins: (Plugin | Plugin[])[] }).plugins.flat();
  const own = plugins.map(({ name }) => name).filter((name) => !name.startsWith("vite:"));
  expect(own).toEqual(["content", "service-worker", "precompress"]);
});

test("the site's variables are those of the tokens: `npm run theme` writes them", () => {
  expect(readFileSync(resolve("src/web/theme/theme-variables.css"), "utf8")).toBe(themeVariables());
});
