import { expect, onTestFinished, test, vi } from "vitest";
import { runWorker, WORKER_TOO_SLOW } from "#server/work/worker-thread.ts";

const module = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
async function all(run: AsyncIterable<unknown>): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of run) events.push(event);
  return events;
}

const ENDLESS = {
  "a loop": "for (;;);",
  "a pattern that goes back and forth": `/(a+)+$/.test("${"a".repeat(50)}!")`,
  "a promise that nobody keeps": "setInterval(() => {}, 1000)",
};

test.each(Object.entries(ENDLESS))(
  "a thread in %s is killed after the patience",
  async (_, code) => {
    await expect(
      all(runWorker({ module: module(code), input: null, patienceMs: 300 })),
    ).rejects.toMatchObject({ workerCode: WORKER_TOO_SLOW });
  },
);

test("a thread that fills its memory ends alone", async () => {
  await expect(
    all(
      runWorker({
        module: module("const all = []; for (;;) all.push(new Array(100_000).fill(all.length))"),
        input: null,
        resourceLimits: { maxOldGenerationSizeMb: 32 },
      }),
    ),
  ).rejects.toMatchObject({ workerCode: "ERR_WORKER_OUT_OF_MEMORY" });
});

test("the reader's own work and its answers are no waiting", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (answer: null) => (vi.advanceTimersByTime(3_600_000), answer);
  const asking = module(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ kind }) => {
      if (kind !== "answer") return;
      for (const value of [1, 2]) parentPort.postMessage({ kind: "event", value });
      parentPort.postMessage({ kind: "end" });
      parentPort.close();
    });
    parentPort.postMessage({ kind: "question", id: 1, value: "?" });`);
  const events: unknown[] = [];
  for await (const event of runWorker<null, unknown, string, null>({
    module: asking,
    input: null,
    patienceMs: 1_000,
    answer: async () => pass(null),
  })) {
    events.push(event);
    pass(null);
  }
  expect(events).toEqual([1, 2]);
});
