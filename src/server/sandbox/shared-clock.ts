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

/** The demonstration's clock as all processes have it: moved in one, it moves in all. */
export interface SharedClock {
  /** As `moveClock`. */
  move(to: (before: Date) => Date | null): Promise<void>;
  /** Resolves when this process shows what it has heard of. */
  caughtUp(): Promise<void>;
}

/**
 * Keeps this process's clock where the database says it is. A process that was away from the
 * database hears «everything may have changed» when it is back, and looks then.
 */
export function shareClock({ db, clock, hub }: SharedClockDependencies): SharedClock {
  let knownOffsetMs = 0;
  let moving: Promise<void> = Promise.resolve();
  let following: Promise<void> = Promise.resolve();
  const catchUp = async () => {
    // Of our own move we hear too, perhaps before we know that it is done.
    await moving.catch(() => undefined);
    const offsetMs = await readClockOffset(db);
    if (offsetMs === knownOffsetMs) return;
    knownOffsetMs = offsetMs;
    placeClock(clock, offsetMs);
  };
  // A database that cannot be read now is a lost connection to the hub as well: it calls again when
  // it is back.
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
