import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expectRightBooks } from "./invariants.ts";
import { liveThrough, RUN, type Run } from "./runs.ts";
import { World, WORLD_STARTS_AT } from "./world.ts";

const RUNS = Number(process.env["MONEY_RUNS"] ?? 150);
/** Of one world: connections and what the product keeps in memory are made anew. */
const RUNS_OF_A_WORLD = 75;
/** One thinks while the database works for the other. */
const WORLDS_AT_ONCE = 2;
const IS_LONG = process.env["MONEY_RUNS"] !== undefined;
/**
 * Always printed: with it the same runs are made again. The gate's are always the same, so that a change is
 * judged by what it changed; a long run draws new ones.
 */
const SEED = Number(
  process.env["MONEY_SEED"] ?? (IS_LONG ? Math.trunc(Math.random() * 0x7fffffff) : 1),
);
/** With the seed: that run alone, made as short as it still fails. */
const PATH = process.env["MONEY_PATH"];

const NAME = `whatever people and the outside world do, in whatever order, ${RUNS} times: no kopeck is lost or made`;

test(NAME, { timeout: Math.max(600_000, RUNS * 10_000) }, async () => {
  if (PATH !== undefined) return proveMany(SEED, { path: PATH, numRuns: 1 });
  // At once too: a process that dies says nothing at the end.
  console.info(`MONEY_SEED=${SEED} MONEY_RUNS=${RUNS}`);
  const start = performance.now();
  const worlds = Array.from({ length: Math.ceil(RUNS / RUNS_OF_A_WORLD) }, (_, no) => ({
    seed: SEED + no,
    numRuns: Math.min(RUNS_OF_A_WORLD, RUNS - no * RUNS_OF_A_WORLD),
  }));
  const failures: unknown[] = [];
  const proveNext = async (): Promise<void> => {
    for (let next = worlds.shift(); next && failures.length === 0; next = worlds.shift())
      await proveMany(next.seed, { numRuns: next.numRuns, endOnFailure: true }).catch(
        (error: unknown) => void failures.push(error),
      );
  };
  await Promise.all(Array.from({ length: WORLDS_AT_ONCE }, proveNext));
  if (failures.length > 0) throw failures[0];
  const ms = Math.round((performance.now() - start) / RUNS);
  console.info(`MONEY_SEED=${SEED} MONEY_RUNS=${RUNS}: ${ms} ms a run, from ${WORLD_STARTS_AT}`);
});

/** In a world of their own. */
async function proveMany(seed: number, parameters: fc.Parameters<[Run]>): Promise<void> {
  const world = await World.open();
  try {
    const property = fc.asyncProperty(RUN, async (run) => {
      await liveThrough(world, run);
      await expectRightBooks(world);
    });
    const found = await fc.check(property, { seed, ...parameters });
    const { failed, counterexamplePath, counterexample, errorInstance } = found;
    const words = `MONEY_SEED=${seed} MONEY_PATH=${counterexamplePath} (from ${WORLD_STARTS_AT})\n${JSON.stringify(counterexample)}\n${inspect(errorInstance)}`;
    expect(failed, failed ? words : "").toBe(false);
  } finally {
    await world.close();
  }
}
