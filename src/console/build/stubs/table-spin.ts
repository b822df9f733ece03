import type { ReactNode } from "react";

/** Stands for the spinner round Ant Design's Table: `PagedTable` dims its rows while others are under way. */
export default function Spin({ children }: { children?: ReactNode }) {
  return children;
}
