import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BackgroundTasks } from "#server/work/background-tasks.ts";

let tasks: BackgroundTasks | undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await tasks?.close();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A task that takes the pieces of `queue` and counts its runs. */
function start(queue: { pieces: number; asked: number }): BackgroundTasks {
  const run = async () => {
    queue.asked += 1;
    if (queue.pieces === 0) return false;
    queue.pieces -= 1;
    return true;
  };
  tasks = new BackgroundTasks([{ name: "test", idleMs: 60_000, run }], pino({ level: "silent" }));
  tasks.start();
  return tasks;
}

async function callAgainAndAgain(running: BackgroundTasks, times: number): Promise<void> {
  for (let call = 0; call < times; call += 1) {
    running.wake();
    await pass(10);
  }
}

test("a call after a quiet time is heard at once", async () => {
  const queue = { pieces: 0, asked: 0 };
  const running = start(queue);
  await pass(20);
  queue.pieces = 3;
  running.wake();
  await pass(0);
  expect(queue).toEqual({ pieces: 0, asked: 5 });
});

test("a hundred calls that are not for it cost a task a few questions, and the one that is for it is heard within a second", async () => {
  const queue = { pieces: 0, asked: 0 };
  const running = start(queue);
  await callAgainAndAgain(running, 100);
  expect(queue.asked).toBeLessThan(10);
  queue.pieces = 1;
  running.wake();
  await pass(1_000);
  expect(queue.pieces).toBe(0);
});

test("a call that comes while it works is not lost", async () => {
  let asked = 0;
  let goOn = () => {};
  const run = () => {
    asked += 1;
    return new Promise<boolean>((resolve) => {
      goOn = () => resolve(false);
    });
  };
  tasks = new BackgroundTasks([{ name: "test", idleMs: 60_000, run }], pino({ level: "silent" }));
  tasks.start();
  tasks.wake();
  goOn();
  await pass(0);
  expect(asked).toBe(2);
  goOn();
});

test("closing waits for nobody who rests", async () => {
  const queue = { pieces: 0, asked: 0 };
  const running = start(queue);
  await callAgainAndAgain(running, 8);
  // Time stands still: whatever rests would rest for ever.
  await running.close();
});

test("two tasks of one kind work side by side, and a call wakes both", async () => {
  let underWay = 0;
  let most = 0;
  let isDue = false;
  const kind = () => ({
    name: "test",
    idleMs: 60_000,
    async run() {
      if (!isDue) return false;
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((done) => setTimeout(done, 20));
      underWay -= 1;
      isDue = false;
      return true;
    },
  });
  tasks = new BackgroundTasks([kind(), kind()], pino({ level: "silent" }));
  tasks.start();
  await pass(20);
  isDue = true;
  tasks.wake();
  await pass(60);
  expect(most).toBe(2);
});
