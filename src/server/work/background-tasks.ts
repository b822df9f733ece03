import type { Logger } from "pino";

/**
 * Work that lives in tables beside what it works on. `run` leases one piece with `FOR UPDATE SKIP
 * LOCKED`, does it in transactions of its own and says whether it found any; a process killed in
 * the middle loses nothing and repeats nothing.
 */
export interface BackgroundTask {
  readonly name: string;
  /** How long to rest when there was nothing to do and nobody called, milliseconds. */
  readonly idleMs: number;
  /** @returns `true` when it did something and should be asked again at once. */
  run(signal: AbortSignal): Promise<boolean>;
}

const MAX_PAUSE_MS = 30_000;

/**
 * Runs each task in a loop of its own; a failing task rests longer each time and the others go on.
 */
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
   * Runs every task again and again until none finds anything to do, one after another and without
   * rests: for tests and one-shot commands, which want to look at the end and not at the way.
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

  /** Ends the rest of every task: something has been committed that may be theirs. */
  wake(): void {
    for (const waker of this.#wakers.values()) waker();
  }

  /** Waits until each task has finished the piece it is at. */
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

  /** @returns whether somebody called, at the latest when the deaf time was over. */
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
 * While a registry is paid something is announced many times a second, and forty tasks that have
 * nothing to do with it would ask the database each time. One that was called in vain hears the
 * next call a little later, at most a second.
 */
function deafnessAfter(callsInVain: number): number {
  return callsInVain === 0 ? 0 : Math.min(1000, 25 * 2 ** callsInVain);
}
