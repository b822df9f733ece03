import fc from "fast-check";
import { expect, test } from "vitest";
import { expectRightBooks } from "./invariants.ts";
import { liveThrough, RUN } from "./runs.ts";
import { World, WORLD_STARTS_AT } from "./world.ts";

const RUNS = Number(process.env["MONEY_RUNS"] ?? 300);
/** Of one world: a new one begins with empty books and its clock at the start. */
const RUNS_OF_A_WORLD = 100;
/** Printed by a failure: with it the same runs are made again. */
const SEED = Number(process.env["MONEY_SEED"] ?? Math.trunc(Math.random() * 0x7fffffff));
/** With the seed: that run alone, in worlds of its own, made as short as it still fails. */
const PATH = process.env["MONEY_PATH"];

const NAME = `whatever people and the outside world do, in whatever order, ${RUNS} times: no kopeck is lost or made`;

test(NAME, { timeout: Math.max(300_000, RUNS * 3000) }, async () => {
  if (PATH !== undefined) {
    const inOwnWorld = fc.asyncProperty(RUN, (run) => inWorld((world) => prove(world, run)));
    return report(SEED, await fc.check(inOwnWorld, { seed: SEED, path: PATH, numRuns: 1 }));
  }
  for (let done = 0; done < RUNS; done += RUNS_OF_A_WORLD) {
    const seed = SEED + done;
    const numRuns = Math.min(RUNS_OF_A_WORLD, RUNS - done);
    await inWorld(async (world) => {
      const property = fc.asyncProperty(RUN, (run) => prove(world, run));
      report(seed, await fc.check(property, { seed, numRuns, endOnFailure: true }));
    });
  }
});

async function prove(world: World, run: Parameters<typeof liveThrough>[1]): Promise<void> {
  await liveThrough(world, run);
  await expectRightBooks(world);
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await World.open();
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

function report(seed: number, result: fc.RunDetails<[Parameters<typeof liveThrough>[1]]>): void {
  const { failed, counterexamplePath, counterexample, errorInstance } = result;
  const words = `MONEY_SEED=${seed} MONEY_PATH=${counterexamplePath} (from ${WORLD_STARTS_AT})\n${fc.stringify(counterexample)}\n${String(errorInstance)}`;
  expect(failed, failed ? words : "").toBe(false);
}
