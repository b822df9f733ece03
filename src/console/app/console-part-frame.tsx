import { ModalHost } from "#console/layout/modal-host.tsx";
import type { ConsolePartFrameProps } from "#web/ui/console-part.tsx";
import ConsoleFrame from "./console-frame.tsx";

/** Around a part of a site's page: the console's providers, and its modals, which need them. */
export default function ConsolePartFrame({ hasModals, children }: ConsolePartFrameProps) {
  return (
    <ConsoleFrame>
      {children}
      {hasModals ? <ModalHost /> : null}
    </ConsoleFrame>
  );
}
