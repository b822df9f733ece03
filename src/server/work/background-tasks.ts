import type { Logger } from "pino";

/**
 * Work queued in tables. `run` leases one piece with `FOR UPDATE SKIP LOCKED` and does it in its
 * own transactions. A process killed in the middle loses and repeats nothing.
 */
export interface BackgroundTask {
  readonly name: string;
  /** After an empty run, unless `wake` ends it. */
  readonly idleMs: number;
  /** @returns `true`: run again at once. */
  run(signal: AbortSignal): Promise<boolean>;
}

const MAX_PAUSE_MS = 30_000;

/** Each task has its own loop; a failing one pauses longer each time. */
export class BackgroundTasks {
  readonly #tasks: readonly BackgroundTask[];
  readonly #logger: Logger;
  readonly #stop = new AbortController();
  readonly #wakers = new Map<BackgroundTask, () => void>();
  #loops: Promise<void>[] = [];

  constructor(tasks: readonly BackgroundTask[], logger: Logger) {
    this.#tasks = tasks;
    this.#logger = logger;
  }

  start(): void {
    this.#loops = this.#tasks.map((task) => this.#loop(task));
  }

  /**
   * Without pauses, for tests and one-shot commands.
   *
   * @throws the first error of a task.
   */
  async runUntilIdle(): Promise<void> {
    let busy = true;
    while (busy && !this.#stop.signal.aborted) {
      busy = false;
      for (const task of this.#tasks) {
        while (!this.#stop.signal.aborted && (await task.run(this.#stop.signal))) busy = true;
      }
    }
  }

  /** Something committed may be work for any task. */
  wake(): void {
    for (const waker of this.#wakers.values()) waker();
  }

  /** After each task's current piece. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await Promise.all(this.#loops);
  }

  async #loop(task: BackgroundTask): Promise<void> {
    let failures = 0;
    let called = false;
    let callsInVain = 0;
    while (!this.#stop.signal.aborted) {
      let calledMeanwhile = false;
      this.#wakers.set(task, () => {
        calledMeanwhile = true;
      });
      let busy = false;
      try {
        busy = await task.run(this.#stop.signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!this.#stop.signal.aborted)
          this.#logger.error(
            { err: error, task: task.name, faults: failures },
            "background task failed",
          );
      }
      callsInVain = called && !busy ? callsInVain + 1 : 0;
      if (busy) called = false;
      else
        called = await this.#rest(task, {
          ms: failures === 0 ? task.idleMs : Math.min(MAX_PAUSE_MS, 250 * 2 ** failures),
          deafMs: deafnessAfter(callsInVain),
          called: calledMeanwhile,
        });
    }
  }

  /** @returns whether `wake` was called; within `deafMs` it ends the pause only after that time. */
  #rest(
    task: BackgroundTask,
    { ms, deafMs, called }: { ms: number; deafMs: number; called: boolean },
  ): Promise<boolean> {
    return new Promise((resolve) => {
      let hasBeenCalled = called;
      let isDeaf = deafMs > 0;
      const wakers = this.#wakers;
      const { signal } = this.#stop;
      const timer = setTimeout(done, ms);
      const hearing = setTimeout(() => {
        isDeaf = false;
        if (hasBeenCalled) done();
      }, deafMs);
      function done() {
        clearTimeout(timer);
        clearTimeout(hearing);
        wakers.delete(task);
        resolve(hasBeenCalled);
      }
      wakers.set(task, () => {
        hasBeenCalled = true;
        if (!isDeaf || signal.aborted) done();
      });
      if (signal.aborted || (called && !isDeaf)) done();
    });
  }
}

/**
 * Paying a registry wakes all forty tasks many times a second. One woken in vain reacts later and
 * later, after at most one second, to spare the database.
 */
function deafnessAfter(callsInVain: number): number {
  return callsInVain === 0 ? 0 : Math.min(1000, 25 * 2 ** callsInVain);
}
