import { ModalHost } from "#console/layout/modal-host.tsx";
import type { ConsolePartFrameProps } from "#web/ui/console-part.tsx";
import ConsoleFrame from "./console-frame.tsx";

/** Around a part of a site's page: the console's providers, and its windows, which need them. */
export default function ConsolePartFrame({ hasWindows, children }: ConsolePartFrameProps) {
  return (
    <ConsoleFrame>
      {children}
      {hasWindows ? <ModalHost /> : null}
    </ConsoleFrame>
  );
}
