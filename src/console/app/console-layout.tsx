import { Suspense, useState } from "react";
import { Outlet } from "react-router";
import { useBreadcrumbs } from "#web/layout/breadcrumb-trail.tsx";
import { documentTitleOf, provideCrumbLabels } from "#web/routes/breadcrumbs.ts";
import { ConsolePersonMenu } from "#console/layout/console-person-menu.tsx";
import { CommandPalette, type PaletteModalName } from "#console/layout/command-palette.tsx";
import { ConsoleToasts } from "#console/layout/console-toasts.tsx";
import { ConsoleShell } from "#console/layout/console-shell.tsx";
import { CreateMenu } from "#console/layout/create-menu.tsx";
import { LeaveWarning } from "#console/layout/leave-warning.tsx";
import { ModalHost } from "#console/layout/modal-host.tsx";
import { useSession } from "#web/session/session.ts";
import { HeaderBalance } from "#console/accounts/index.tsx";
import { RegistrationWatch } from "#console/workman-registration/index.tsx";
import { NoticeBell } from "#console/notices/index.tsx";
import { usePageNames } from "#web/ui/page-title.tsx";
import ConsoleFrame from "./console-frame.tsx";
import { CONSOLE_CRUMBS } from "./console-routes.tsx";
import { CONSOLE_MODULES } from "./console-modules.ts";

const MENU = CONSOLE_MODULES.flatMap((one) => one.menu ?? []);

provideCrumbLabels(CONSOLE_CRUMBS);

export function Component() {
  return (
    <ConsoleFrame>
      <Frame />
    </ConsoleFrame>
  );
}

function Frame() {
  const { status, me } = useSession();
  const { tabTitle } = usePageNames();
  const crumbs = useBreadcrumbs();
  const isSignedIn = status === "signed-in";
  const [palette, setPalette] = useState<PaletteModalName | null>(null);
  return (
    <>
      <title>{tabTitle ?? documentTitleOf(crumbs)}</title>
      <ConsoleShell
        links={MENU}
        tools={isSignedIn ? <Tools palette={palette} onPalette={setPalette} /> : null}
        person={
          me ? <ConsolePersonMenu me={me} onShortcuts={() => setPalette("shortcuts")} /> : null
        }
      >
        {me?.isWorkman ? (
          <Suspense>
            <RegistrationWatch />
          </Suspense>
        ) : null}
        <Outlet />
      </ConsoleShell>
      <ModalHost />
      <LeaveWarning />
      <ConsoleToasts />
    </>
  );
}

interface ToolsProps {
  readonly palette: PaletteModalName | null;
  readonly onPalette: (name: PaletteModalName | null) => void;
}

function Tools({ palette, onPalette }: ToolsProps) {
  return (
    <>
      <CommandPalette modules={CONSOLE_MODULES} open={palette} onOpen={onPalette} />
      <CreateMenu modules={CONSOLE_MODULES} />
      <HeaderBalance />
      <NoticeBell />
    </>
  );
}
