import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { OffsetClock } from "#server/data/clock.ts";
import type { LiveHub } from "#server/data/live.ts";
import { CLOCK_MOVED, moveClock, placeClock, readClockOffset } from "./move-clock.ts";

interface SharedClockDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: OffsetClock;
  readonly hub: Pick<LiveHub, "subscribe">;
}

export interface SharedClock {
  /** As `moveClock`. */
  move(to: (before: Date) => Date | null): Promise<void>;
  /** This process has applied all moves it was told of. */
  caughtUp(): Promise<void>;
}

/**
 * Keeps this process's clock at the stored offset; read again after a lost connection, when the hub
 * sends «everything may have changed».
 */
export function shareClock({ db, clock, hub }: SharedClockDependencies): SharedClock {
  let knownOffsetMs = 0;
  let moving: Promise<void> = Promise.resolve();
  let following: Promise<void> = Promise.resolve();
  const catchUp = async () => {
    // Our own move is announced too, perhaps before it has finished here.
    await moving.catch(() => undefined);
    const offsetMs = await readClockOffset(db);
    if (offsetMs === knownOffsetMs) return;
    knownOffsetMs = offsetMs;
    placeClock(clock, offsetMs);
  };
  // If the database cannot be read, the hub has lost its connection too and calls again.
  hub.subscribe([CLOCK_MOVED.to], () => {
    following = catchUp().catch(() => undefined);
  });
  return {
    move(to) {
      moving = moveClock(db, clock, to, knownOffsetMs).then((offsetMs) => {
        knownOffsetMs = offsetMs;
      });
      return moving;
    },
    caughtUp: () => following,
  };
}
