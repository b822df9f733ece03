import { AppError } from "#server/http/app-error.ts";

interface Limits {
  readonly threads: number;
  /** Of one company or person: alone it never takes all. */
  readonly mostOfOne: number;
  /** Absent where nobody waits before a screen. */
  readonly longestWaitMs?: number;
}

/** Threads shared in turns: whoever holds least comes first, then whose turn is longest ago. */
export class ThreadPlaces {
  readonly #limits: Limits;
  readonly #held = new Map<string, number>();
  #taken = 0;
  /** Companies in the order of their turns, each with its starts. */
  readonly #queue = new Map<string, (() => void)[]>();

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
        this.#keepWaiting(
          of,
          this.#waitingOf(of).filter((one) => one !== start),
        );
        reject(busy(longestWaitMs ?? 0));
      };
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#keepWaiting(of, [...this.#waitingOf(of), start]);
    });
  }

  #waitingOf(of: string): (() => void)[] {
    return this.#queue.get(of) ?? [];
  }

  #keepWaiting(of: string, waiting: (() => void)[]): void {
    if (waiting.length > 0) this.#queue.set(of, waiting);
    else this.#queue.delete(of);
  }

  #startNext(): void {
    const of = [...this.#queue.keys()]
      .filter((one) => this.#mayStart(one))
      .toSorted((one, other) => this.#heldBy(one) - this.#heldBy(other))[0];
    if (of === undefined) return;
    const [start, ...others] = this.#waitingOf(of);
    // Its next turn comes after everybody's who waits.
    this.#queue.delete(of);
    this.#keepWaiting(of, others);
    this.#hold(of);
    start?.();
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
