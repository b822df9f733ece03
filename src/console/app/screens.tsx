import { createElement, lazy, Suspense, useEffect, type ComponentType, type LazyExoticComponent } from "react";
import { useLocation } from "react-router";
import type { ScreenModule } from "#console/providers/door.ts";
import { startProgress } from "#console/ui/progress.ts";

const screens = new Map<ScreenModule, LazyExoticComponent<ComponentType>>();

/**
 * The screen of a route. A key per address: switching from record 1 to 2 mounts anew instead of showing record 1 for a moment, and a screen that is
 * still loading shows its place at once instead of leaving the old page there.
 */
export function Screen({ load }: { load: ScreenModule }) {
  const { pathname } = useLocation();
  return (
    <Suspense key={pathname} fallback={<ScreenWait />}>
      {createElement(screenOf(load))}
    </Suspense>
  );
}

/** Stands where the screen will: keeps the footer from jumping and runs the progress bar. */
export function ScreenWait() {
  useEffect(() => {
    const finish = startProgress();
    return () => finish();
  }, []);
  return <div className="screen-wait" aria-busy="true" />;
}

function screenOf(load: ScreenModule): LazyExoticComponent<ComponentType> {
  let screen = screens.get(load);
  if (!screen) {
    screen = lazy(load);
    screens.set(load, screen);
  }
  return screen;
}
