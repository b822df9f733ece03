import { ModalHost } from "#console/layout/modal-host.tsx";
import type { ConsolePartFrameProps } from "#web/ui/console-part.tsx";
import ConsoleFrame from "./console-frame.tsx";

/** Providers and modals of a console part on a site page. */
export default function ConsolePartFrame({ hasModals, children }: ConsolePartFrameProps) {
  return (
    <ConsoleFrame>
      {children}
      {hasModals ? <ModalHost /> : null}
    </ConsoleFrame>
  );
}
