import type { GlobalToken } from "antd";
import type { StateTone } from "#contract/kernel/state-tone.ts";

/** Of bars, and of the marks that name them. */
export function toneColors(token: GlobalToken): Readonly<Record<StateTone, string>> {
  return {
    neutral: token.colorTextQuaternary,
    progress: token.colorPrimary,
    good: token.colorSuccess,
    warning: token.colorWarning,
    bad: token.colorError,
  };
}
