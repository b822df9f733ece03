/** The only source of time for business decisions. */
export interface Clock {
  now(): Date;
}

/** Movable, for the sandbox. */
export interface OffsetClock extends Clock {
  readonly memory: SharedArrayBuffer;
  advance(ms: number): void;
  set(date: Date): void;
}

export const systemClock: Clock = { now: () => new Date() };

/** @param memory - of the clock in another thread: both move together. */
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
