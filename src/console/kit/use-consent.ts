import { useState } from "react";
import { changesBetween, describeChanges } from "#contract/values/seen-version.ts";

export interface Consent<Shown> {
  /** The version of this object is sent. */
  readonly shown: Shown;
  /** While set, accepting is disabled. */
  readonly changes: string | null;
  readonly review: () => void;
}

/**
 * Freezes what a modal shows: a sum that changes under the pointer would be accepted unseen.
 *
 * @param versionOf - "" while there is nothing to show.
 * @param describe - for records whose version does not say what has changed. Source:
 * `reliability.md` §1.
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
