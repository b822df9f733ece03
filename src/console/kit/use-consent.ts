import { useState } from "react";
import { changesBetween, describeChanges } from "#contract/values/seen-version.ts";

/** What a modal asks the person to agree to. */
export interface Consent<Shown> {
  /**
   * As it was when the modal opened or he last asked for the new terms: the modal shows this and
   * sends its version.
   */
  readonly shown: Shown;
  /** What has changed since, as a sentence; the modal says it and does not let him agree. */
  readonly changes: string | null;
  /** Shows the present terms. */
  readonly review: () => void;
}

/**
 * Keeps what a modal shows still while the page behind it follows live events: a sum that changes
 * under the pointer would be agreed to unseen.
 *
 * @param versionOf - the version of what is agreed to; "" while there is nothing to show.
 * @param describe - for records whose version says only that something has changed. Source:
 *   `reliability.md` §1, «Consent is to what was seen».
 */
export function useConsent<Shown>(
  current: Shown,
  versionOf: (value: Shown) => string,
  describe?: (shown: Shown, current: Shown) => string,
): Consent<Shown> {
  const [seen, setSeen] = useState(current);
  const [was, is] = [versionOf(seen), versionOf(current)];
  if (was === "" && is !== "") setSeen(current);
  const isSame = was === is || was === "";
  return {
    shown: isSame ? current : seen,
    changes: isSame
      ? null
      : (describe?.(seen, current) ?? describeChanges(changesBetween(was, is))),
    review: () => setSeen(current),
  };
}
