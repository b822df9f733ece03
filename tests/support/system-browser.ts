import { existsSync } from "node:fs";
import browsers from "./browsers.json" with { type: "json" };

const SHELL = /headless-shell$/;

/**
 * A Chromium that is already on the machine, or the one `CHROMIUM` names; `undefined` when there is
 * none and Playwright's own is used.
 *
 * @param options.whole - the browser people have, where there is one, and not the lighter shell
 *   that is enough for tests.
 */
export function systemBrowser({ whole = false } = {}): string | undefined {
  const installed = browsers.filter((path) => existsSync(path));
  return (
    process.env["CHROMIUM"] ||
    (whole ? installed.find((path) => !SHELL.test(path)) : undefined) ||
    installed[0]
  );
}
