import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const CONSOLE = resolve("src/console");
const read = (path: string) => readFileSync(resolve(CONSOLE, path), "utf8");
const FILES = readdirSync(CONSOLE, { recursive: true, encoding: "utf8" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const linesOf = (path: string) => read(path).trimEnd().split("\n").length;

/** Styles of pages guests see; every other file of styles is the console's. */
const OF_SITE =
  /^(pages|ui\/site|ui\/theme|ui\/error-page|resources\/(auth|reviews|workmen|jobs)|resources\/accounts\/account-page|resources\/notices\/site-bell|layout\/(layout|banners|progress-bar|toast-stack|person-menu|city|mobile-app|support))/;
/** `console.md` §5. */
const MOST_LINES_OF_CSS = 500;

test(`the console has at most ${MOST_LINES_OF_CSS} lines of styles`, () => {
  const files = FILES.filter((path) => path.endsWith(".css") && !OF_SITE.test(path));
  const lines = files.reduce((sum, path) => sum + linesOf(path), 0);
  expect(lines, files.map((path) => `${linesOf(path)} ${path}`).join("\n")).toBeLessThanOrEqual(
    MOST_LINES_OF_CSS,
  );
});

test("the build's settings stay within 80 lines", () => {
  expect(linesOf("../../vite.config.ts")).toBeLessThanOrEqual(80);
});

test("no screen calls fetch or takes the router apart: calls go through the providers, addresses through hooks and links", () => {
  const LOW_LEVEL =
    /\bfetch\(|\b(UNSAFE_\w+|createBrowserRouter|createMemoryRouter|matchRoutes|RouterProvider)\b/;
  // The helper page's calls are none of the contract's, so no provider makes them.
  const faulty = FILES.filter(
    (path) =>
      /^(resources|pages|kit|modals|ui)\/.*\.tsx?$/.test(path) &&
      path !== "resources/sandbox/sandbox-calls.ts" &&
      LOW_LEVEL.test(read(path)),
  );
  expect(faulty).toEqual([]);
});
