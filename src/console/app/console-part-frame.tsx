import { ModalHost } from "#console/modals/modal-host.tsx";
import type { ConsolePartFrameProps } from "#console/ui/console-part.tsx";
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
