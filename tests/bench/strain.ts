import { monitorEventLoopDelay } from "node:perf_hooks";

export interface Strain<Result> {
  readonly result: Result;
  readonly ms: number;
  /** Peak of the process's memory above where it stood before, MiB. */
  readonly memoryMiB: number;
  /** The longest time the event loop was held, milliseconds. */
  readonly stallMs: number;
}

/** Asking the system for the memory takes a quarter of a millisecond, so not more often. */
const SAMPLE_MS = 50;

/**
 * Runs the work and says what it cost this process: time, memory above idle, the longest stall of
 * the event loop.
 */
export async function strainOf<Result>(work: () => Promise<Result>): Promise<Strain<Result>> {
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  try {
    const result = await work();
    const ms = performance.now() - start;
    delay.disable();
    return { result, ms, memoryMiB: (peak - idle) / 1024 / 1024, stallMs: delay.max / 1e6 };
  } finally {
    clearInterval(sampler);
  }
}
