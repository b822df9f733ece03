import { Suspense, useState, type ReactNode } from "react";
import { Outlet } from "react-router";
import { useBreadcrumbs } from "#web/layout/breadcrumb-trail.tsx";
import { documentTitleOf, provideCrumbLabels } from "#web/routes/breadcrumbs.ts";
import { ConsolePersonMenu } from "#console/layout/console-person-menu.tsx";
import { CommandPalette, type PaletteModalName } from "#console/layout/command-palette.tsx";
import { CompanySwitch } from "#console/layout/company-switch.tsx";
import { ConsoleToasts } from "#console/layout/console-toasts.tsx";
import { ConsoleShell } from "#console/layout/console-shell.tsx";
import { CreateMenu } from "#console/layout/create-menu.tsx";
import { LeaveWarning } from "#console/layout/leave-warning.tsx";
import { Together } from "#console/kit/together.tsx";
import { ModalHost } from "#console/layout/modal-host.tsx";
import type { ConsoleLayoutProps } from "#web/routes/page-module.ts";
import { useSession } from "#web/session/session.ts";
import { ConsolePartFrame } from "#web/ui/console-part.tsx";
import { HeaderBalance } from "#console/accounts/index.tsx";
import { RegistrationWatch } from "#console/workman-registration/index.tsx";
import { NoticeBell } from "#console/notices/index.tsx";
import { watchInstallPrompt } from "#console/layout/install-prompt.ts";
import { usePageNames } from "#web/ui/page-title.tsx";
import ConsoleFrame from "./console-frame.tsx";
import { CONSOLE_CRUMBS } from "./console-routes.tsx";
import { CONSOLE_MODULES } from "./console-modules.ts";
import { useServiceWorker } from "./use-service-worker.ts";

provideCrumbLabels(CONSOLE_CRUMBS);
watchInstallPrompt();

export function Component(page: ConsoleLayoutProps) {
  return (
    <ConsoleFrame>
      <Frame {...page} />
    </ConsoleFrame>
  );
}

function PartFrame({ children }: { readonly children: ReactNode }) {
  return children;
}

function Frame({ crumb, tabTitle: ofPage, isRecord = false }: ConsoleLayoutProps) {
  const { status, me } = useSession();
  const { tabTitle = ofPage } = usePageNames();
  const crumbs = useBreadcrumbs();
  const isSignedIn = status === "signed-in";
  useServiceWorker();
  const [palette, setPalette] = useState<PaletteModalName | null>(null);
  return (
    <>
      <title>{tabTitle ?? documentTitleOf(crumbs)}</title>
      <ConsoleShell
        crumb={crumb}
        company={me && me.accounts.length > 0 ? <CompanySwitch me={me} /> : null}
        search={
          isSignedIn ? (
            <CommandPalette modules={CONSOLE_MODULES} open={palette} onOpen={setPalette} />
          ) : null
        }
        tools={isSignedIn ? <Tools /> : null}
        person={
          me ? <ConsolePersonMenu me={me} onShortcuts={() => setPalette("shortcuts")} /> : null
        }
      >
        {me?.isWorkman ? (
          <Suspense>
            <RegistrationWatch />
          </Suspense>
        ) : null}
        <ConsolePartFrame value={PartFrame}>
          {isRecord ? (
            <Together>
              <Outlet />
            </Together>
          ) : (
            <Outlet />
          )}
        </ConsolePartFrame>
      </ConsoleShell>
      <ModalHost />
      <LeaveWarning />
      <ConsoleToasts />
    </>
  );
}

function Tools() {
  return (
    <>
      <CreateMenu modules={CONSOLE_MODULES} />
      <HeaderBalance />
      <NoticeBell />
    </>
  );
}
