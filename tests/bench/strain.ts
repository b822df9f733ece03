import { monitorEventLoopDelay } from "node:perf_hooks";

export interface Strain<Result> {
  readonly result: Result;
  readonly ms: number;
  /** Peak of memory above the start, MiB. */
  readonly memoryMiB: number;
  /** Longest stall of the event loop, ms. */
  readonly stallMs: number;
}

/** A sample costs 0.25 ms. */
const SAMPLE_MS = 50;

/** Measures time, memory and the longest stall of the event loop during `work`. */
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
