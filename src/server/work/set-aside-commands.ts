import type { Database } from "#server/data/database.ts";
import { listSetAside, MOST_TRIES, tryAgainNow } from "./set-aside.ts";

/** One per line: task and item as `tryAgain` takes them, tries, due time, reason. */
export async function describeSetAside({ kysely }: Pick<Database, "kysely">): Promise<string> {
  const items = await listSetAside(kysely);
  if (items.length === 0) return "Nothing is set aside.";
  return items
    .map(
      ({ task, item, tries, due_at: dueAt, problem }) =>
        `${task} ${item}  tries ${tries}${tries >= MOST_TRIES ? " (needs a person)" : ""}, next ${dueAt.toISOString()}  ${problem}`,
    )
    .join("\n");
}

export async function tryAgain(
  { kysely }: Pick<Database, "kysely">,
  task: string,
  item: string | null,
): Promise<string> {
  const items = await tryAgainNow(kysely, task, item);
  return items.length === 0
    ? "No such item is set aside: see the command set-aside."
    : `The platform tries again: ${items.join(", ")}.`;
}
