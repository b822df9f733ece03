/** Where the product takes the time from; nothing else calls `new Date()` for a business decision. */
export interface Clock {
  now(): Date;
}

/** A clock that runs at normal speed from a moment that can be moved; the sandbox uses it. */
export interface OffsetClock extends Clock {
  /** Moves by this many milliseconds; a negative number moves back. */
  advance(ms: number): void;
  /** Makes it this moment now. */
  set(date: Date): void;
}

export const systemClock: Clock = { now: () => new Date() };

/** @param base - the clock it starts in step with. */
export function offsetClock(base: Clock = systemClock): OffsetClock {
  let offsetMs = 0;
  return {
    now: () => new Date(base.now().getTime() + offsetMs),
    advance(ms) {
      offsetMs += ms;
    },
    set(date) {
      offsetMs = date.getTime() - base.now().getTime();
    },
  };
}
