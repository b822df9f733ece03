import { existsSync } from "node:fs";
import browsers from "./browsers.json" with { type: "json" };

/** A Chromium that is already on the machine, or the one `CHROMIUM` names; `undefined` when there is none and Playwright's own is used. */
export function systemBrowser(): string | undefined {
  return process.env["CHROMIUM"] || browsers.find((path) => existsSync(path));
}
