import { sql } from "kysely";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask, type TaskDeps } from "#server/work/item-task.ts";
import { awaitsReceipt } from "#server/money/receipts/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

/** Source: `domain.md` §1.3, «FNS_PROBLEMS after 15 min of failures». */
const OUTAGE_MS = 15 * 60_000;
/** Faults are repeated every ten minutes; longer silence is the end. */
const LASTS_MS = 12 * 60_000;
const LOOK_MS = 60_000;

export function listenForTaxFailures(events: ProductEventBus): void {
  const outage = new Outage();
  events.on("tax-service.faulted", (trx, { at }) => outage.goesOn(trx, at));
}

/** Silent: the oldest due receipt is the same as a minute ago. */
export function taxSilenceTask(platform: TaskDeps): BackgroundTask {
  const { db } = platform;
  const outage = new Outage();
  let waiting = "";
  return itemTask<string>(platform, {
    name: "technical-notices.tax-silence",
    idleMs: LOOK_MS,
    everyMs: LOOK_MS,
    // More than it finds: no second look at once.
    batch: 2,
    nameOf: (payout) => payout,
    async lease({ at }) {
      const { rows } = await sql<{
        due_at: Date;
        id: bigint;
      }>`
        SELECT due_at, id
        FROM payouts p
        WHERE ${awaitsReceipt(at)}
        ORDER BY due_at, id
        LIMIT 1`.execute(db);
      const before = waiting;
      waiting = rows[0] ? `${rows[0].id} ${rows[0].due_at.toISOString()}` : "";
      // A queue that moves is no outage.
      return waiting !== "" && waiting === before ? [waiting] : [];
    },
    settle: (trx, _payout, at) => outage.goesOn(trx, at),
  });
}

/** Kept in memory: a new process counts anew. */
class Outage {
  #since: Date | null = null;
  #last: Date | null = null;

  async goesOn(trx: Trx, at: Date): Promise<void> {
    if (
      !this.#since ||
      !this.#last ||
      at.getTime() - this.#last.getTime() > LASTS_MS ||
      at < this.#last
    )
      this.#since = at;
    this.#last = at;
    if (at.getTime() - this.#since.getTime() < OUTAGE_MS) return;
    await announceOutage(trx, this.#since, at);
  }
}

async function announceOutage(trx: Trx, since: Date, at: Date): Promise<void> {
  // One banner for all processes.
  await lockUntilCommit(trx, "technicalNotices", "FNS_PROBLEMS");
  const until = new Date(at.getTime() + LASTS_MS);
  const { numAffectedRows } = await sql`
    UPDATE technical_notices
    SET period_end = greatest(period_end, ${until}::timestamptz)
    WHERE type = 'FNS_PROBLEMS' AND period_start <= ${at} AND period_end >= ${at}`.execute(trx);
  if (numAffectedRows === 0n)
    await sql`
      INSERT INTO technical_notices (type, period_start, period_end)
      VALUES ('FNS_PROBLEMS', ${since}, ${until})`.execute(trx);
}
