import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

/** Of a button on a phone: words that are wider than it go on below. */
export const LONG_WORDS = {
  height: "auto",
  minHeight: 44,
  paddingBlock: 4,
  whiteSpace: "normal",
} as const;

/**
 * Fields and buttons of a modal or a drawer: as high as a finger needs on a phone (44 px,
 * `ui/antd-frame.tsx`).
 */
export function FingerSize({ children }: { readonly children: ReactNode }) {
  return (
    <ConfigProvider componentSize={useIsPhone() ? "large" : undefined}>{children}</ConfigProvider>
  );
}
