import type { ReactNode } from "react";
import { ModalHost } from "#console/modals/modal-host.tsx";
import ConsoleFrame from "./console-frame.tsx";

/** Around a part of a site's page: the console's providers, and its windows, which need them. */
export default function ConsolePartFrame({ children }: { readonly children: ReactNode }) {
  return (
    <ConsoleFrame>
      {children}
      <ModalHost />
    </ConsoleFrame>
  );
}
