import { lazy, Suspense, type ReactNode } from "react";
import { Route, Routes, useLocation } from "react-router";
import { BrowserRouter } from "react-router-dom";
import { PageTitleProvider } from "#console/ui/page-title.tsx";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { PageErrors } from "#console/layout/page-errors.tsx";
import { PageIndex } from "#console/ui/page-index.ts";
import { ProgressBar } from "#console/layout/progress-bar.tsx";
import { Shell } from "#console/layout/shell.tsx";
import { ToastStack } from "#console/layout/toast-stack.tsx";
import { useSession } from "#console/providers/session.ts";
import { AddressRules } from "./address-rules.tsx";
import { LIGHT_ROUTES } from "./light-routes.tsx";
import { cabinet, isCabinetAddress, prefetchScreen } from "./routes.tsx";
import { Screen, ScreenWait } from "./screens.tsx";

// Guests, who are most visitors of the light pages, never load it.
const PersonMenu = lazy(async () => ({ default: (await import("#console/layout/person-menu.tsx")).PersonMenu }));

/** Light pages know their own addresses and the doors of the cabinet a visitor may walk to. */
const LIGHT_PAGES = { patterns: [...LIGHT_ROUTES.map(({ path }) => path), "/profile", "/notifications"], prefetch: (address: string) => void prefetchScreen(address) };

/** The whole console: one router, two worlds. */
export function App() {
  return (
    <BrowserRouter>
      <ConsoleFrame />
    </BrowserRouter>
  );
}

/** Everything inside the router; tests put it into a router of their own. */
export function ConsoleFrame() {
  return (
    <PageTitleProvider>
      <AddressRules />
      <ProgressBar />
      <ToastStack />
      <PageIndex value={LIGHT_PAGES}>
        <World />
      </PageIndex>
    </PageTitleProvider>
  );
}

function World() {
  const { pathname } = useLocation();
  if (isCabinetAddress(pathname)) {
    return (
      <PageErrors address={pathname}>
        <Suspense fallback={<LightShell><ScreenWait /></LightShell>}>
          <cabinet.Part />
        </Suspense>
      </PageErrors>
    );
  }
  return (
    <LightShell>
      <PageErrors address={pathname}>
        <Routes>
          {LIGHT_ROUTES.map((route) => (
            <Route key={route.path} path={route.path} element={<Screen load={route.screen} />} />
          ))}
          <Route path="*" element={<ErrorPage status={404} />} />
        </Routes>
      </PageErrors>
    </LightShell>
  );
}

function LightShell({ children }: { children: ReactNode }) {
  const { me } = useSession();
  return <Shell person={me ? <Suspense fallback={<span className="person-button" />}><PersonMenu me={me} /></Suspense> : null}>{children}</Shell>;
}
