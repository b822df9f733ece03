/** So long nothing may be under way before the page counts as quiet: one answer often leads to the next question. */
const QUIET_MS = 300;
/** A page that never comes to rest is not waited for longer. */
const LATEST_MS = 4000;

let held = 0;
let timer: ReturnType<typeof setTimeout> | null = null;
const waiting = new Set<() => void>();

/** Something the person waits for is under way: a screen, its data. @returns call it when that is over. */
export function holdQuiet(): () => void {
  held += 1;
  if (timer) clearTimeout(timer);
  timer = null;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    held -= 1;
    arm();
  };
}

/** Calls once when the page has what the person came for and the browser nothing more urgent to do. @returns stops waiting. */
export function whenQuiet(handle: () => void): () => void {
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
  if (held === 0 && waiting.size > 0) timer ??= setTimeout(tell, QUIET_MS);
}

function tell(): void {
  timer = null;
  const run = () => {
    if (held > 0) return;
    for (const one of [...waiting]) one();
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: QUIET_MS });
  else run();
}
