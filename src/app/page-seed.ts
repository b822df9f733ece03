import type { HydrationState } from "react-router";
import type { ConsoleConfig } from "#web/wire/console-config.ts";

/** What the server leaves in its page for the browser. */
export interface PageSeed {
  readonly config: ConsoleConfig;
  /**
   * What the loaders have read; none for a page that has failed: the browser reads it anew, as the
   * person who looks.
   */
  readonly hydrationData?: HydrationState;
}

/** @returns what the server left in its page; `null` for a page it has not drawn. */
export function readPageSeed(): PageSeed | null {
  const element = document.getElementById("page-seed");
  return element ? (JSON.parse(element.textContent) as PageSeed) : null;
}
