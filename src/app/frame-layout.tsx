import { lazy, Suspense, type ComponentType } from "react";
import { useMatches } from "react-router";
import { useOpenHead } from "#site/open-head.ts";
import { tabTitleOf } from "#site/layout/page-head.tsx";
import { SiteLayout } from "#site/site-layout.tsx";
import { DrawnFrame } from "#web/layout/drawn-frame.tsx";
import type { ConsoleLayoutProps } from "#web/routes/page-module.ts";
import { useSession } from "#web/session/session.ts";

/** Frame of a branch of routes; `either` is the console's for whoever is signed in. */
export interface FrameHandle {
  readonly frame: "site" | "console" | "either";
}

let ConsoleLayout: ComponentType<ConsoleLayoutProps> | null = null;
const LazyConsoleLayout = lazy(async () => ({ default: await loadConsoleLayout() }));

/** Guests, most visitors of the site, never load it. */
export async function loadConsoleLayout(): Promise<ComponentType<ConsoleLayoutProps>> {
  ({ Component: ConsoleLayout } = await import("#console/app/console-layout.tsx"));
  return ConsoleLayout;
}

/** One component for all branches, so that the console's frame stays from page to page. */
export function FrameLayout() {
  const { me } = useSession();
  const head = useOpenHead();
  const matches = useMatches();
  const frame = matches
    .map(({ handle }) => (handle as FrameHandle | undefined)?.frame)
    .find((one) => one !== undefined);
  if (frame === "site" || (frame === "either" && me === null)) return <SiteLayout />;
  const Layout = ConsoleLayout ?? LazyConsoleLayout;
  return (
    <Suspense fallback={me ? <DrawnFrame me={me} /> : null}>
      <Layout
        crumb={head?.crumb}
        tabTitle={head ? tabTitleOf(head) : undefined}
        isRecord={frame === "either" && Object.keys(matches.at(-1)?.params ?? {}).length > 0}
      />
    </Suspense>
  );
}
