import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

export const LONG_WORDS = {
  height: "auto",
  minHeight: 44,
  paddingBlock: 4,
  whiteSpace: "normal",
} as const;

/** 44 px on a phone (`app/antd-frame.tsx`). */
export function FingerSize({ children }: { readonly children: ReactNode }) {
  return (
    <ConfigProvider componentSize={useIsPhone() ? "large" : undefined}>{children}</ConfigProvider>
  );
}
