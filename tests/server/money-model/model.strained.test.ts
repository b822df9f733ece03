import fc from "fast-check";
import { expect, test } from "vitest";
import { expectRightBooks } from "./invariants.ts";
import { liveThrough, RUN } from "./runs.ts";
import { World } from "./world.ts";

const RUNS = Number(process.env["MONEY_RUNS"] ?? 300);
/** Of one world: a new one begins with empty books and today's clock. */
const RUNS_OF_A_WORLD = 100;
/** Printed by a failure. With it, and the path if given, the same runs are made again. */
const SEED = Number(process.env["MONEY_SEED"] ?? Math.trunc(Math.random() * 0x7fffffff));
const PATH = process.env["MONEY_PATH"];

test(`whatever people and the outside world do, in whatever order, ${RUNS} times: no kopeck is lost or made`, async () => {
  for (let done = 0; done < RUNS; done += RUNS_OF_A_WORLD) {
    const world = await World.open();
    try {
      const seed = SEED + done;
      const result = await fc.check(
        fc.asyncProperty(RUN, async (run) => {
          await liveThrough(world, run);
          await expectRightBooks(world);
        }),
        {
          seed,
          numRuns: Math.min(RUNS_OF_A_WORLD, RUNS - done),
          endOnFailure: PATH === undefined,
          ...(PATH === undefined ? {} : { path: PATH }),
        },
      );
      expect(
        result.failed,
        result.failed
          ? `MONEY_SEED=${seed} MONEY_PATH=${result.counterexamplePath}\n${fc.stringify(result.counterexample)}\n${String(result.errorInstance)}`
          : "",
      ).toBe(false);
    } finally {
      await world.close();
    }
  }
});
