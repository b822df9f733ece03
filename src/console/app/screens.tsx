import { Suspense, useEffect } from "react";
import { useLocation } from "#console/providers/navigation.tsx";
import type { ScreenModule } from "#console/providers/door.ts";
import { holdQuiet } from "#console/providers/quiet.ts";
import { startProgress } from "#console/ui/progress.ts";
import { lazyPart, type LazyPart } from "./lazy-part.ts";

const screens = new Map<ScreenModule, LazyPart<object>>();

/**
 * The screen of a route. A key per address: switching from record 1 to 2 mounts anew instead of showing record 1 for a moment, and a screen that is
 * still loading shows its place at once instead of leaving the old page there.
 */
export function Screen({ load }: { load: ScreenModule }) {
  const { pathname } = useLocation();
  const { Part } = screenOf(load);
  return (
    <Suspense key={pathname} fallback={<ScreenWait />}>
      <Part />
    </Suspense>
  );
}

/** Stands where the screen will: keeps the footer from jumping and runs the progress bar. */
export function ScreenWait() {
  useEffect(() => {
    const finish = startProgress();
    const release = holdQuiet();
    return () => {
      finish();
      release();
    };
  }, []);
  return <div className="screen-wait" aria-busy="true" />;
}

/** Loads the chunk of a screen ahead. */
export function loadScreen(load: ScreenModule): Promise<unknown> {
  return screenOf(load).load();
}

function screenOf(load: ScreenModule): LazyPart<object> {
  let screen = screens.get(load);
  if (!screen) {
    screen = lazyPart(load);
    screens.set(load, screen);
  }
  return screen;
}
