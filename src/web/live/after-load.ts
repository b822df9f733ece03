/**
 * So long nothing may be under way before the page counts as loaded: one answer often leads to the
 * next question.
 */
const SETTLED_MS = 300;
/** A page that never comes to rest is not waited for longer. */
const LATEST_MS = 4000;

let loading = 0;
let timer: ReturnType<typeof setTimeout> | null = null;
const waiting = new Set<() => void>();

/**
 * Something the person waits for is under way: a screen, its data. @returns call it when that is
 * over.
 */
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
 * Calls once when the page has what the person came for and the browser nothing more urgent to do.
 * @returns stops waiting.
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
