/** A response often causes another request. */
const SETTLED_MS = 300;
const LATEST_MS = 4000;

let loading = 0;
let timer: ReturnType<typeof setTimeout> | null = null;
const waiting = new Set<() => void>();

/** @returns call it when the load has ended. */
export function startLoading(): () => void {
  loading += 1;
  if (timer) clearTimeout(timer);
  timer = null;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    loading -= 1;
    arm();
  };
}

/**
 * Once, when the browser is idle.
 *
 * @returns cancels.
 */
export function afterLoad(handle: () => void): () => void {
  const run = () => {
    stop();
    handle();
  };
  const latest = setTimeout(run, LATEST_MS);
  const stop = () => {
    clearTimeout(latest);
    waiting.delete(run);
  };
  waiting.add(run);
  arm();
  return stop;
}

function arm(): void {
  if (loading === 0 && waiting.size > 0) timer ??= setTimeout(runWaiting, SETTLED_MS);
}

function runWaiting(): void {
  timer = null;
  const run = () => {
    if (loading > 0) return;
    for (const one of [...waiting]) one();
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: SETTLED_MS });
  else run();
}
