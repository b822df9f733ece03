import { useBundledThreads } from "#server/work/worker-thread.ts";
import { THREADS } from "./bundled-process.ts";

// From source each thread would load the compiler first, for a quarter of a second.
useBundledThreads(THREADS);
