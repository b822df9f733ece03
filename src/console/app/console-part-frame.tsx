import { ModalHost } from "#console/layout/modal-host.tsx";
import type { ConsolePartFrameProps } from "#web/ui/console-part.tsx";
import ConsoleFrame from "./console-frame.tsx";

/** Providers for a console part on a site page, and the modals that need them. */
export default function ConsolePartFrame({ hasModals, children }: ConsolePartFrameProps) {
  return (
    <ConsoleFrame>
      {children}
      {hasModals ? <ModalHost /> : null}
    </ConsoleFrame>
  );
}
