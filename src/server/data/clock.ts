/**
 * Where the product takes the time from; nothing else calls `new Date()` for a business decision.
 */
export interface Clock {
  now(): Date;
}

/** A clock that runs at normal speed from a moment that can be moved; the sandbox uses it. */
export interface OffsetClock extends Clock {
  /** What another thread makes the same clock of. */
  readonly memory: SharedArrayBuffer;
  /** Moves by this many milliseconds; a negative number moves back. */
  advance(ms: number): void;
  /** Makes it this moment now. */
  set(date: Date): void;
}

export const systemClock: Clock = { now: () => new Date() };

/** @param memory - of a clock in another thread: both are one, whoever moves it. */
export function offsetClock(
  memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT),
): OffsetClock {
  const offsetMs = new BigInt64Array(memory);
  const realMs = () => systemClock.now().getTime();
  return {
    memory,
    now: () => new Date(realMs() + Number(Atomics.load(offsetMs, 0))),
    advance(ms) {
      Atomics.add(offsetMs, 0, BigInt(Math.round(ms)));
    },
    set(date) {
      Atomics.store(offsetMs, 0, BigInt(date.getTime() - realMs()));
    },
  };
}
