import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

/** On a phone long labels wrap. */
export const LONG_WORDS = {
  height: "auto",
  minHeight: 44,
  paddingBlock: 4,
  whiteSpace: "normal",
} as const;

/** On a phone (44 px, see `app/antd-frame.tsx`). */
export function FingerSize({ children }: { readonly children: ReactNode }) {
  return (
    <ConfigProvider componentSize={useIsPhone() ? "large" : undefined}>{children}</ConfigProvider>
  );
}
