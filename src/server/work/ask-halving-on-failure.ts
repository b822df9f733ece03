import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { OutOfReach } from "./out-of-reach.ts";
import { forgetFailures, noteFailure } from "./set-aside.ts";

/** Without one success: the service itself is down. */
const MOST_BROKEN = 3;

interface Question<Item, Answer> {
  readonly task: string;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly ask: (some: readonly Item[]) => Promise<Answer>;
}

interface Heard<Item, Answer> {
  readonly asked: readonly Item[];
  /** One per successful request. */
  readonly answers: readonly Answer[];
}

/**
 * One request for many items. A failed one is retried in halves until the failing item stands
 * alone; that item is noted in `set_aside_items` for the next run.
 *
 * @throws OutOfReach.
 * @throws the service's own error - after three failures without a success.
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
