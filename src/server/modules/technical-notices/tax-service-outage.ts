import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Clock } from "#server/data/clock.ts";
import { awaitsReceipt } from "#server/money/receipts/index.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

/**
 * Duration before people are told. Source: `domain.md` §1.3, «FNS_PROBLEMS after 15 min of
 * failures».
 */
const OUTAGE_MS = 15 * 60_000;
/** Faulted requests are repeated at least every ten minutes; a longer silence is the end. */
const LASTS_MS = 12 * 60_000;
const LOOK_MS = 60_000;

/** The tax service answers with faults of its own. */
export function listenForTaxFailures(events: ProductEventBus): void {
  const outage = new Outage();
  events.on("tax-service.faulted", (trx, { at }) => outage.goesOn(trx, at));
}

/** The tax service does not answer: the oldest due receipt is the same as a minute ago. */
export function taxSilenceTask({
  db,
  clock,
}: {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
}): BackgroundTask {
  const outage = new Outage();
  let nextAtMs = 0;
  let waiting = "";
  return {
    name: "technical-notices.tax-silence",
    idleMs: LOOK_MS,
    async run() {
      const now = clock.now();
      if (now.getTime() < nextAtMs && nextAtMs - now.getTime() <= LOOK_MS) return false;
      nextAtMs = now.getTime() + LOOK_MS;
      const { rows } = await sql<{
        due_at: Date;
        id: bigint;
      }>`
        SELECT due_at, id
        FROM payouts p
        WHERE ${awaitsReceipt(now)}
        ORDER BY due_at, id
        LIMIT 1`.execute(db);
      const oldest = rows[0] ? `${rows[0].id} ${rows[0].due_at.toISOString()}` : "";
      // A long queue that moves is no outage.
      if (oldest !== "" && oldest === waiting)
        await inTransaction(db, (trx) => outage.goesOn(trx, now));
      waiting = oldest;
      return false;
    },
  };
}

/** Start of the outage, in memory: a new process counts anew. */
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

/** Opens the banner or extends the open one. */
async function announceOutage(trx: Trx, since: Date, at: Date): Promise<void> {
  // One banner, though several processes see the outage.
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
