import { sql } from "kysely";
import type { Database } from "#server/data/database.ts";
import { listSetAside, MOST_TRIES, tryAgainNow } from "./set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";

/**
 * Lists failed items, one per line: task and item as `tryAgain` takes them, tries, due time,
 * reason.
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

/** Makes the running platform retry items of a task now instead of after their pause. */
export async function tryAgain(
  { kysely }: Pick<Database, "kysely">,
  task: string,
  item: string | null,
): Promise<string> {
  const items = await inTransaction(kysely, async (trx) => {
    const due = await tryAgainNow(trx, task, item);
    // A payout has a due time of its own, used to lease batches of a thousand. A FAILED one waits
    // for its company to retry or give it up.
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
