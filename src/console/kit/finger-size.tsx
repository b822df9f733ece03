import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

/** Fields and buttons of a window or a drawer: as high as a finger needs on a phone (44 px, `ui/antd-frame.tsx`). */
export function FingerSize({ children }: { readonly children: ReactNode }) {
  return <ConfigProvider componentSize={useIsPhone() ? "large" : undefined}>{children}</ConfigProvider>;
}
