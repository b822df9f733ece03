import { useSyncExternalStore } from "react";

/** Source: specification §9, «Progress bar 5000 ms duration, 200 ms throttle». */
const PROGRESS_DURATION_MS = 5000;
const PROGRESS_THROTTLE_MS = 200;
/** Ms of a finished or failed bar. */
const LINGER_MS = 400;
const TICK_MS = 100;
/** Percent. */
const NEARLY_FULL = 97;

export interface Progress {
  readonly isVisible: boolean;
  readonly percent: number;
  readonly hasFailed: boolean;
}

const HIDDEN: Progress = { isVisible: false, percent: 0, hasFailed: false };

let progress = HIDDEN;
let running = 0;
let startedAt = 0;
let throttle: ReturnType<typeof setTimeout> | null = null;
let ticking: ReturnType<typeof setInterval> | null = null;
let lingering: ReturnType<typeof setTimeout> | null = null;
const listeners = new Set<() => void>();

/**
 * Loads under 200 ms show no bar.
 *
 * @returns call it at the end; `true`: the bar turns red.
 */
export function startProgress(): (hasFailed?: boolean) => void {
  running += 1;
  if (running === 1) begin();
  let hasEnded = false;
  return (hasFailed = false) => {
    if (hasEnded) return;
    hasEnded = true;
    running -= 1;
    if (hasFailed) end(true);
    else if (running === 0) end(false);
  };
}

export function currentProgress(): Progress {
  return progress;
}

export function useProgress(): Progress {
  return useSyncExternalStore(subscribe, currentProgress, currentProgress);
}

function begin(): void {
  stop();
  startedAt = Date.now();
  throttle = setTimeout(() => {
    change({ isVisible: true, percent: percentNow(), hasFailed: false });
    ticking = setInterval(
      () => change({ isVisible: true, percent: percentNow(), hasFailed: false }),
      TICK_MS,
    );
  }, PROGRESS_THROTTLE_MS);
}

function end(hasFailed: boolean): void {
  const wasVisible = progress.isVisible;
  stop();
  // A failure shows even within the throttle.
  if (!wasVisible && !hasFailed) return change(HIDDEN);
  change({ isVisible: true, percent: 100, hasFailed });
  lingering = setTimeout(() => change(HIDDEN), LINGER_MS);
}

function stop(): void {
  if (throttle) clearTimeout(throttle);
  if (ticking) clearInterval(ticking);
  if (lingering) clearTimeout(lingering);
  throttle = ticking = lingering = null;
}

function percentNow(): number {
  return Math.min(NEARLY_FULL, ((Date.now() - startedAt) / PROGRESS_DURATION_MS) * 100);
}

function change(next: Progress): void {
  progress = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
