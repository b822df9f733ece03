import { useBundledThreads } from "#server/work/worker-thread.ts";
import { THREADS } from "./bundled-process.ts";

// From source each thread would load the compiler for 0.25 s.
useBundledThreads(THREADS);
