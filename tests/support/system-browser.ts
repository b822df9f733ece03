import { existsSync } from "node:fs";
import browsers from "./browsers.json" with { type: "json" };

const SHELL = /headless-shell$/;

/**
 * `CHROMIUM`, or a Chromium of the machine; `undefined`: Playwright's own.
 *
 * @param options.whole - prefers the full browser to the headless shell.
 */
export function systemBrowser({ whole = false } = {}): string | undefined {
  const installed = browsers.filter((path) => existsSync(path));
  return (
    process.env["CHROMIUM"] ||
    (whole ? installed.find((path) => !SHELL.test(path)) : undefined) ||
    installed[0]
  );
}
