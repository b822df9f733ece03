import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

export const LONG_WORDS = {
  height: "auto",
  minHeight: 44,
  paddingBlock: 4,
  whiteSpace: "normal",
} as const;

/**
 * 44 px on a phone (`app/antd-frame.tsx`). Without a size Ant Design leaves a provider out, so a turned
 * phone would mount the children anew and lose what was typed.
 */
export function FingerSize({ children }: { readonly children: ReactNode }) {
  return (
    <ConfigProvider componentSize={useIsPhone() ? "large" : "middle"}>{children}</ConfigProvider>
  );
}
