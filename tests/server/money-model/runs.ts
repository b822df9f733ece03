import fc from "fast-check";
import { COMMANDS, type CommandName } from "./commands.ts";
import { likelyCommands } from "./likely-commands.ts";
import { makeScene, type Scene } from "./scene.ts";
import type { ServerProcess } from "./server-process.ts";
import { TROUBLES, type ArmedTrouble, type Trouble } from "./troubles.ts";
import type { World } from "./world.ts";

type Step =
  /** Any command, mostly refused or of no use. */
  | { readonly kind: "act"; readonly command: CommandName; readonly pick: number }
  /** A command that the state of things suggests; of these, one that answers to what has happened. */
  | { readonly kind: "decide" | "answer"; readonly pick: number }
  /** Background tasks once, the first of them by `task`; or that one alone. */
  | { readonly kind: "work"; readonly task: number; readonly tasks: "one" | "paying" | "all" }
  /** `isAtWork`: its background tasks have their turn then. */
  | { readonly kind: "wait"; readonly seconds: number; readonly isAtWork: boolean };

interface Moment {
  /** The process that does it; `behind`: the one whose clock is. */
  readonly by: 0 | 1 | "behind";
  readonly step: Step;
  /** What the other process does at the same moment. */
  readonly beside: Exclude<Step, { kind: "wait" }> | null;
  readonly trouble: ArmedTrouble | null;
}

/** The first deeds of a run: chance alone would seldom have anything to pay. */
const BEGINNINGS: readonly CommandName[] = ["payRegistry", "payRegistry", "doJob", "withdraw"];
/** What is looked at outside before it is done. */
const ENDS: readonly CommandName[] = [
  "cancelPayout",
  "cancelPayout",
  "giveUpPayout",
  "retryPayout",
  "cancelWithdrawal",
];
const RARE: readonly CommandName[] = ["deleteWorker", "deleteCompany", "endMonth", "payAll"];
const USUAL = (Object.keys(COMMANDS) as CommandName[]).filter((name) => !RARE.includes(name));
const WAITS = [1, 31, 31, 130, 130, 600, 3700, 90_000];
/** Of the second process, ahead of the first. */
const APART_SECONDS = [0, -180, -150, 20, 150, 180];

const pick = fc.nat(999);
const deed = [
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
      tasks: fc.constantFrom("one" as const, "paying" as const, "paying" as const, "all" as const),
    }),
  },
] as const;
function waitFor(seconds: number, isAtWork = true): Step {
  return { kind: "wait", seconds, isAtWork };
}
const step: fc.Arbitrary<Step> = fc.oneof(...deed, {
  weight: 3,
  arbitrary: fc.constantFrom(...WAITS).map((seconds) => waitFor(seconds)),
});
const trouble = fc
  .record({
    // Only these let something happen between an answer and its consequences.
    kind: fc.constantFrom(...TROUBLES, "killed" as const, "meanwhile" as const, "mute" as const),
    skip: fc.constantFrom(0, 0, 0, 1, 2, 3),
    at: fc.constantFrom("deed" as const, "deed" as const, "question" as const, "any" as const),
    lasts: fc.constantFrom(0, 0, 1, 2, 4),
    pick,
  })
  .map((one): ArmedTrouble => {
    // Silence is about everything; and an answer to the repeated request would end it.
    const lasts = Math.max(2, one.lasts);
    if (one.kind === "mute") return { ...one, at: "any", lasts };
    return one.kind === "late" ? { ...one, lasts } : one;
  });
const moment: fc.Arbitrary<Moment> = fc.record({
  by: fc.constantFrom(0 as const, 0 as const, 1 as const),
  step,
  beside: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.oneof(...deed)),
  trouble: fc.option(trouble, { freq: 2, nil: null }),
});

/** An answer to what the background work has just met: chance alone would seldom be there in time. */
const troubled: fc.Arbitrary<readonly Moment[]> = fc
  .record({
    by: fc.constantFrom(0 as const, 1 as const),
    trouble,
    answer: moment,
    task: pick,
    pick,
  })
  .map(({ by, trouble: met, answer, task, pick: at }) => [
    {
      by,
      // Or what has just been asked for begins.
      step: task % 2 === 0 ? { kind: "work", task, tasks: "paying" } : waitFor(31),
      beside: null,
      trouble: met,
    },
    { ...answer, step: { kind: "answer", pick: at }, beside: null },
  ]);

const QUIET = { beside: null, trouble: null } as const;

/** A person ends something while the other process, whose clock is ahead, sends it. */
const crossed: fc.Arbitrary<readonly Moment[]> = fc
  .record({ command: fc.constantFrom(...ENDS), pick, isLate: fc.boolean() })
  .map(({ command, pick: at, isLate }) => [
    {
      ...QUIET,
      by: "behind",
      step: isLate ? waitFor(31) : { kind: "work", task: 0, tasks: "paying" },
    },
    {
      by: "behind",
      step: { kind: "act", command, pick: at },
      beside: null,
      trouble: { kind: "crossed", skip: 0, at: "question", lasts: 0, pick: at },
    },
  ]);

const SILENCE = { kind: "mute", skip: 0, at: "any", lasts: 2 } as const;

/**
 * A payout is cancelled when nothing has been heard of its income, which is registered later, or of its order,
 * which the bank has; and the question may be met by silence too.
 */
const unheard: fc.Arbitrary<readonly Moment[]> = fc
  .record({ by: fc.constantFrom(0 as const, 1 as const), isSilent: fc.boolean(), pick })
  .map(({ by, isSilent, pick: at }) => [
    {
      by,
      step: { kind: "work", task: at, tasks: "paying" },
      beside: null,
      trouble: { kind: "late", skip: 0, at: "deed", lasts: 2, pick: at },
    },
    { ...QUIET, by, step: waitFor(310, false) },
    {
      by,
      step: { kind: "act", command: "cancelPayout", pick: at },
      beside: null,
      trouble: isSilent ? { ...SILENCE, pick: at } : null,
    },
  ]);

export interface Run {
  readonly beginning: CommandName;
  readonly pick: number;
  readonly apartSeconds: number;
  readonly moments: readonly Moment[];
}

/** What happens to a new company and its people, until everything is quiet. */
export const RUN: fc.Arbitrary<Run> = fc.record({
  beginning: fc.constantFrom(...BEGINNINGS),
  pick,
  apartSeconds: fc.constantFrom(...APART_SECONDS),
  moments: fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: moment.map((one): readonly Moment[] => [one]) },
        { weight: 2, arbitrary: troubled },
        { weight: 1, arbitrary: crossed },
        { weight: 1, arbitrary: unheard },
      ),
      { minLength: 5, maxLength: 12 },
    )
    .map((some) => some.flat()),
});

const WITH_OTHERS: readonly Trouble[] = ["meanwhile", "crossed"];

async function live(world: World, scene: Scene, { by: who, step: now, beside, trouble }: Moment) {
  const by = who === "behind" ? world.behind : who;
  const [server, other] = [world.processes[by], world.processes[by === 0 ? 1 : 0]];
  // The task that asked would take it for a fault of the outside service.
  const faults: unknown[] = [];
  const meanwhile = ({ kind, pick }: ArmedTrouble) =>
    kind === "meanwhile" && pick % 2 === 0
      ? decide(other, scene, pick, true)
      : other.turn(pick, false);
  // What the other process does is all that happens meanwhile.
  if (trouble && !world.outside.isTroubled && !(beside && WITH_OTHERS.includes(trouble.kind)))
    world.outside.arm(trouble, () =>
      meanwhile(trouble).catch((error: unknown) => void faults.push(error)),
    );
  if (now.kind === "wait") {
    await world.pass(new Date(world.now().getTime() + now.seconds * 1000));
    if (now.isAtWork) await server.turn();
  } else if (beside === null) await act(server, scene, now);
  else
    await atOnce(
      world.outside,
      [server, other],
      [act(server, scene, now), act(other, scene, beside)],
    );
  await world.outside.endMoment();
  world.outside.throwFault();
  if (faults.length > 0) throw faults[0];
}

async function atOnce(
  outside: World["outside"],
  servers: readonly ServerProcess[],
  deeds: readonly Promise<unknown>[],
): Promise<void> {
  for (const server of servers) server.isBeside = true;
  outside.isCrowded = true;
  const done = await Promise.allSettled(deeds);
  for (const server of servers) server.isBeside = false;
  outside.isCrowded = false;
  for (const one of done) if (one.status === "rejected") throw one.reason;
}

async function act(
  server: ServerProcess,
  scene: Scene,
  step: Exclude<Step, { kind: "wait" }>,
): Promise<void> {
  if (step.kind === "act") await COMMANDS[step.command](server, scene, step.pick);
  else if (step.kind !== "work") await decide(server, scene, step.pick, step.kind === "answer");
  else if (step.tasks !== "one") await server.turn(step.task, step.tasks === "all");
  else
    await server.work(
      server.tasks[step.task % server.tasks.length] as ServerProcess["tasks"][number],
    );
}

/** @param onlyAnswers - to what has happened: nothing new. */
async function decide(
  server: ServerProcess,
  scene: Scene,
  pick: number,
  onlyAnswers = false,
): Promise<void> {
  const likely = await likelyCommands(server, scene, onlyAnswers);
  await COMMANDS[likely[pick % likely.length] as CommandName](server, scene, pick);
}

/** @throws Error when the product breaks, or is never quiet. */
export async function liveThrough(
  world: World,
  { beginning, pick: first, apartSeconds, moments }: Run,
): Promise<void> {
  await world.begin(apartSeconds);
  const [server] = world.processes;
  const scene = await makeScene(server);
  await COMMANDS[beginning](server, scene, first);
  for (const one of moments) await live(world, scene, one);
  await world.quiet();
}
