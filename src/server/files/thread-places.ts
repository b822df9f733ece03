import { AppError } from "#server/http/app-error.ts";

interface Limits {
  readonly threads: number;
  /** Of one company or person: alone it never takes all. */
  readonly mostOfOne: number;
  /** Absent where nobody waits before a screen. */
  readonly longestWaitMs?: number;
}

interface Waiting {
  readonly of: string;
  start(): void;
}

/** Threads shared in turns: whoever holds least comes first, then who came first. */
export class ThreadPlaces {
  readonly #limits: Limits;
  readonly #held = new Map<string, number>();
  #taken = 0;
  #queue: Waiting[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @param of - whose work it is: `account:7`, `person:7`.
   * @returns gives the place back.
   * @throws AppError `unavailable` - past the longest wait.
   */
  async take(of: string): Promise<() => void> {
    if (this.#mayStart(of)) this.#hold(of);
    else await this.#wait(of);
    return () => {
      this.#leave(of);
      this.#startNext();
    };
  }

  #mayStart(of: string): boolean {
    return this.#taken < this.#limits.threads && this.#heldBy(of) < this.#limits.mostOfOne;
  }

  #heldBy(of: string): number {
    return this.#held.get(of) ?? 0;
  }

  #hold(of: string): void {
    this.#taken += 1;
    this.#held.set(of, this.#heldBy(of) + 1);
  }

  #leave(of: string): void {
    this.#taken -= 1;
    if (this.#heldBy(of) === 1) this.#held.delete(of);
    else this.#held.set(of, this.#heldBy(of) - 1);
  }

  #wait(of: string): Promise<void> {
    const { longestWaitMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#queue = this.#queue.filter((one) => one !== waiting);
        reject(busy(longestWaitMs ?? 0));
      };
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting: Waiting = { of, start };
      this.#queue.push(waiting);
    });
  }

  #startNext(): void {
    const next = this.#queue
      .filter(({ of }) => this.#mayStart(of))
      .toSorted((one, other) => this.#heldBy(one.of) - this.#heldBy(other.of))[0];
    if (!next) return;
    this.#queue = this.#queue.filter((one) => one !== next);
    this.#hold(next.of);
    next.start();
  }
}

function busy(waitedMs: number): AppError {
  const seconds = Math.ceil(waitedMs / 1000);
  return new AppError(
    "unavailable",
    `Сейчас занято: обрабатываются другие файлы и документы. Повторите через ${seconds} секунд`,
    { details: { retryAfterSeconds: seconds } },
  );
}
