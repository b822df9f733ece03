import { beforeEach } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Of each attempt; Vitest itself tells only their sum. */
    attemptsMs?: number[];
  }
}

/** Taken before a test replaces the clock. */
const now = performance.now.bind(performance);

beforeEach(({ task, onTestFinished }) => {
  const started = now();
  onTestFinished(() => {
    (task.meta.attemptsMs ??= []).push(now() - started);
  });
});
