import type { HydrationState } from "react-router";
import type { MyInfo } from "#contract/auth/session.ts";
import type { ConsoleConfig } from "#web/wire/console-config.ts";

export interface PageSeed {
  readonly config: ConsoleConfig;
  /** Whom the page is drawn for; `null` for a guest. */
  readonly me: MyInfo | null;
  /**
   * Data of the loaders; absent when the page failed: the browser then loads it with the person's
   * session.
   */
  readonly hydrationData?: HydrationState;
}

/** @returns `null` for a page the server did not render. */
export function readPageSeed(): PageSeed | null {
  const element = document.getElementById("page-seed");
  return element ? (JSON.parse(element.textContent) as PageSeed) : null;
}
