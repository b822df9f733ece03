import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";

const SOURCES = resolve("src");
const read = (path: string) => readFileSync(resolve(SOURCES, path), "utf8");
const FILES = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const linesOf = (path: string) => read(path).trimEnd().split("\n").length;

/** Styles of the console, with those it shares with the site. */
const OF_CONSOLE = /^(console\/.*|web\/layout\/(person-face|header-balance))\.css$/;
/** `console.md` §5. */
const MOST_LINES_OF_CSS = 500;

test(`the console has at most ${MOST_LINES_OF_CSS} lines of styles`, () => {
  const files = FILES.filter((path) => OF_CONSOLE.test(path));
  const lines = files.reduce((sum, path) => sum + linesOf(path), 0);
  expect(lines, files.map((path) => `${linesOf(path)} ${path}`).join("\n")).toBeLessThanOrEqual(
    MOST_LINES_OF_CSS,
  );
});

test("the build's settings stay within 80 lines", () => {
  expect(linesOf("../vite.config.ts")).toBeLessThanOrEqual(80);
});

test("no screen calls fetch or takes the router apart: calls go through `calls`, addresses through hooks and links", () => {
  const LOW_LEVEL =
    /\bfetch\(|\b(UNSAFE_\w+|createBrowserRouter|createMemoryRouter|matchRoutes|RouterProvider)\b/;
  // The sandbox's calls are outside the contract.
  const faulty = FILES.filter(
    (path) =>
      /^(site|console\/(?!app\/|calls\/|refine\/))\/?.*\.tsx?$/.test(path) &&
      path !== "console/sandbox/sandbox-calls.ts" &&
      LOW_LEVEL.test(read(path)),
  );
  expect(faulty).toEqual([]);
});

test("every route of the console and the site has its screen", () => {
  const screens = [...SITE_ROUTES, ...CONSOLE_ROUTES].map(({ screen }) => screen);
  expect(screens.filter((screen) => !FILES.includes(screen))).toEqual([]);
  expect(screens.filter((screen) => !/-(page|list|show|upload)\.tsx$/.test(screen))).toEqual([]);
});
