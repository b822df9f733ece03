import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expectRightBooks } from "./invariants.ts";
import { liveThrough, RUN, type Run } from "./runs.ts";
import { World, WORLD_STARTS_AT } from "./world.ts";

const RUNS = Number(process.env["MONEY_RUNS"] ?? 150);
/** Of one world: connections and what the product keeps in memory are made anew. */
const RUNS_OF_A_WORLD = 100;
/** Always printed: with it the same runs are made again. */
const SEED = Number(process.env["MONEY_SEED"] ?? Math.trunc(Math.random() * 0x7fffffff));
/** With the seed: that run alone, made as short as it still fails. */
const PATH = process.env["MONEY_PATH"];

const NAME = `whatever people and the outside world do, in whatever order, ${RUNS} times: no kopeck is lost or made`;

test(NAME, { timeout: Math.max(600_000, RUNS * 10_000) }, async () => {
  if (PATH !== undefined)
    return inWorld(async (world) => {
      const property = fc.asyncProperty(RUN, (run) => prove(world, run));
      report(SEED, await fc.check(property, { seed: SEED, path: PATH, numRuns: 1 }));
    });
  // At once too: a process that dies says nothing at the end.
  console.info(`MONEY_SEED=${SEED} MONEY_RUNS=${RUNS}`);
  const start = performance.now();
  for (let done = 0; done < RUNS; done += RUNS_OF_A_WORLD) {
    const seed = SEED + done;
    const numRuns = Math.min(RUNS_OF_A_WORLD, RUNS - done);
    await inWorld(async (world) => {
      const property = fc.asyncProperty(RUN, (run) => prove(world, run));
      report(seed, await fc.check(property, { seed, numRuns, endOnFailure: true }));
    });
  }
  const ms = Math.round((performance.now() - start) / RUNS);
  console.info(`MONEY_SEED=${SEED} MONEY_RUNS=${RUNS}: ${ms} ms a run, from ${WORLD_STARTS_AT}`);
});

async function prove(world: World, run: Run): Promise<void> {
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

function report(seed: number, result: fc.RunDetails<[Run]>): void {
  const { failed, counterexamplePath, counterexample, errorInstance } = result;
  const words = `MONEY_SEED=${seed} MONEY_PATH=${counterexamplePath} (from ${WORLD_STARTS_AT})\n${JSON.stringify(counterexample)}\n${inspect(errorInstance)}`;
  expect(failed, failed ? words : "").toBe(false);
}
