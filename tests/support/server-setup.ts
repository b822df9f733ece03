import { afterAll, afterEach, inject } from "vitest";
import { useBundledThreads } from "#server/work/worker-thread.ts";
import { endKeptLog } from "./kept-log.ts";

// From source each thread would load the compiler for 0.25 s.
useBundledThreads(new URL(inject("threadsFolder")));

let hasRun = false;
afterEach(({ task }) => {
  hasRun = true;
  endKeptLog(task.result?.state === "fail");
});
// A set-up that fails leaves no test to run.
afterAll(() => endKeptLog(!hasRun));
