import { sql } from "kysely";
import type { Database } from "./database.ts";
import { listSetAside, MOST_TRIES, tryAgainNow } from "#server/work/set-aside.ts";
import { inTransaction } from "./transaction.ts";

/**
 * What waits after a fault, a line each: the task and the item as `tryAgain` takes them, how often
 * it was tried, when it is due, why it failed.
 */
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

/** Has the running platform try items of a task now, in place of at the end of their pause. */
export async function tryAgain(
  { kysely }: Pick<Database, "kysely">,
  task: string,
  item: string | null,
): Promise<string> {
  const items = await inTransaction(kysely, async (trx) => {
    const due = await tryAgainNow(trx, task, item);
    // A payout keeps its pause itself: batches of a thousand are leased by it. One that is FAILED
    // by now waits for its company, which retries or gives it up.
    await sql`
      UPDATE payouts p
      SET due_at = least(p.due_at, p.created_at)
      FROM unnest(${task === "payouts.send-orders" ? due : []}::text[]) AS i(item)
      WHERE p.account_id = split_part(i.item, '-', 1)::integer
        AND p.id = split_part(i.item, '-', 2)::bigint
        AND p.attempt = split_part(i.item, '-', 3)::integer
        AND p.state = 'READY'`.execute(trx);
    return due;
  });
  return items.length === 0
    ? "No such item is set aside: see the command set-aside."
    : `The platform tries again: ${items.join(", ")}.`;
}
