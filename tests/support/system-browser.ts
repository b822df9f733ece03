import { existsSync } from "node:fs";
import browsers from "./browsers.json" with { type: "json" };

const SHELL = /headless-shell$/;

/**
 * `CHROMIUM`, or the machine's; `undefined`: Playwright's.
 *
 * @param options.whole - not the headless shell.
 */
export function systemBrowser({ whole = false } = {}): string | undefined {
  const installed = browsers.filter((path) => existsSync(path));
  return (
    process.env["CHROMIUM"] ||
    (whole ? installed.find((path) => !SHELL.test(path)) : undefined) ||
    installed[0]
  );
}
