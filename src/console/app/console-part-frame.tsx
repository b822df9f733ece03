import type { ReactNode } from "react";
import { ModalHost } from "#console/layout/modal-host.tsx";
import ConsoleFrame from "./console-frame.tsx";

/** Providers and modals of a console part on a site page. */
export default function ConsolePartFrame({ children }: { readonly children: ReactNode }) {
  return (
    <ConsoleFrame>
      {children}
      <ModalHost />
    </ConsoleFrame>
  );
}
