import fc from "fast-check";
import { COMMANDS, type CommandName } from "./commands.ts";
import { likelyCommands } from "./likely-commands.ts";
import { TROUBLES, type Trouble } from "./outside.ts";
import { makeScene, type Scene } from "./scene.ts";
import type { World } from "./world.ts";

type Step =
  /** Any command, mostly refused or of no use. */
  | { readonly kind: "act"; readonly command: CommandName; readonly pick: number }
  /** A command that the state of things suggests. */
  | { readonly kind: "decide"; readonly pick: number }
  /** All background tasks once, the first of them by `task`; or that one alone. */
  | { readonly kind: "work"; readonly task: number; readonly alone: boolean }
  | { readonly kind: "wait"; readonly seconds: number };

interface Moment {
  readonly step: Step;
  readonly trouble: {
    readonly kind: Trouble;
    readonly skip: number;
    readonly pick: number;
  } | null;
}

/** The first deeds of a run: chance alone would seldom have anything to pay. */
const BEGINNINGS: readonly CommandName[] = ["payRegistry", "payRegistry", "doJob", "withdraw"];
const RARE: readonly CommandName[] = ["deleteWorker", "deleteCompany", "endMonth", "payAll"];
const USUAL = (Object.keys(COMMANDS) as CommandName[]).filter((name) => !RARE.includes(name));
const WAITS = [1, 31, 31, 130, 600, 3700, 90_000];

const pick = fc.nat(999);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("act" as const),
      command: fc.oneof(
        { weight: 10, arbitrary: fc.constantFrom(...USUAL) },
        { weight: 1, arbitrary: fc.constantFrom(...RARE) },
      ),
      pick,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("decide" as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("work" as const),
      task: fc.nat(99),
      alone: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      seconds: fc.constantFrom(...WAITS),
    }),
  },
);
const trouble = fc.record({
  // Only these two let something happen between an answer and its consequences.
  kind: fc.constantFrom(...TROUBLES, "killed" as const, "meanwhile" as const),
  skip: fc.nat(3),
  pick,
});
const moment: fc.Arbitrary<Moment> = fc.record({
  step,
  trouble: fc.option(trouble, { freq: 2, nil: null }),
});

interface Run {
  readonly beginning: CommandName;
  readonly pick: number;
  readonly moments: readonly Moment[];
}

/** What happens to a new company and its people, until everything is quiet. */
export const RUN: fc.Arbitrary<Run> = fc.record({
  beginning: fc.constantFrom(...BEGINNINGS),
  pick,
  moments: fc.array(moment, { minLength: 8, maxLength: 18 }),
});

async function live(world: World, scene: Scene, { step: now, trouble: bad }: Moment) {
  // The task that asked would take it for a fault of the outside service.
  const faults: unknown[] = [];
  if (bad)
    world.outside.arm(bad.kind, bad.skip, () =>
      decide(world, scene, bad.pick).catch((error: unknown) => void faults.push(error)),
    );
  switch (now.kind) {
    case "act":
      await COMMANDS[now.command](world, scene, now.pick);
      break;
    case "decide":
      await decide(world, scene, now.pick);
      break;
    case "work": {
      const from = now.task % world.tasks.length;
      if (!now.alone) await world.turn(from);
      else await world.work(world.tasks[from] as World["tasks"][number]);
      break;
    }
    case "wait":
      world.product.clock.advance(now.seconds * 1000);
      await world.turn();
  }
  world.outside.disarm();
  if (faults.length > 0) throw faults[0];
}

async function decide(world: World, scene: Scene, pick: number): Promise<void> {
  const likely = await likelyCommands(world, scene);
  await COMMANDS[likely[pick % likely.length] as CommandName](world, scene, pick);
}

/** @throws Error when the product breaks, or is never quiet. */
export async function liveThrough(
  world: World,
  { beginning, pick: first, moments }: Run,
): Promise<void> {
  const scene = await makeScene(world);
  await COMMANDS[beginning](world, scene, first);
  for (const one of moments) await live(world, scene, one);
  await world.quiet();
}
