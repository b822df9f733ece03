import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { OutOfReach } from "#server/http/out-of-reach.ts";
import { forgetFailures, noteFailure } from "./set-aside.ts";

/** So many without an answer, and none with one: it is the service that is broken. */
const MOST_BROKEN = 3;

interface Question<Item, Answer> {
  readonly task: string;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly ask: (some: readonly Item[]) => Promise<Answer>;
}

interface Heard<Item, Answer> {
  /** Items the service has answered for, in their order. */
  readonly asked: readonly Item[];
  /** One for each time it was asked. */
  readonly answers: readonly Answer[];
}

/**
 * Asks an outside service about many at once, so that one it cannot answer for keeps no other
 * waiting: a question that breaks is asked by halves until that one is alone. It is written down
 * with its reason and left out; whoever asks next asks about it again.
 *
 * @throws OutOfReach; the service's own error when it answers for nobody.
 */
export async function askHalvingOnFailure<Item, Answer>(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock },
  { task, items, nameOf, ask }: Question<Item, Answer>,
): Promise<Heard<Item, Answer>> {
  const asked: Item[] = [];
  const answers: Answer[] = [];
  const broken: { readonly item: Item; readonly error: unknown }[] = [];
  const askSome = async (some: readonly Item[]): Promise<void> => {
    const [only] = some;
    if (only === undefined) return;
    try {
      answers.push(await ask(some));
      asked.push(...some);
    } catch (error) {
      if (error instanceof OutOfReach || (asked.length === 0 && broken.length >= MOST_BROKEN))
        throw error;
      if (some.length === 1) {
        broken.push({ item: only, error });
        return;
      }
      const half = Math.ceil(some.length / 2);
      await askSome(some.slice(0, half));
      await askSome(some.slice(half));
    }
  };
  await askSome(items);
  for (const { item, error } of broken)
    await noteFailure(
      db,
      { task, item: nameOf(item), problem: error instanceof Error ? error.message : String(error) },
      clock.now(),
    );
  await forgetFailures(db, task, asked.map(nameOf));
  return { asked, answers };
}
