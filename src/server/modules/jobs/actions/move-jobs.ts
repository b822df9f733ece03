import { sql } from "kysely";
import type { TransitionActor } from "#contract/kernel/define-transitions.ts";
import { JOB_TRANSITIONS, type JobState } from "#contract/jobs/job-states.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";

interface JobsMove {
  readonly accountId: number;
  readonly jobIds: readonly bigint[];
  readonly action: keyof typeof JOB_TRANSITIONS;
  readonly by: TransitionActor;
  /** Where to, when the action leads to more than one state; the usual one unless given. */
  readonly to?: JobState;
  /** The worker from now on; left as it is unless given. */
  readonly workmanId?: number | null;
  readonly at: Date;
}

/**
 * Moves jobs of the exchange along the table of the contract, in one conditional statement.
 *
 * @returns the ids that were in a state the action starts from: whoever moves one looks whether it
 *   is among them.
 */
export async function moveJobs(
  trx: Trx,
  { accountId, jobIds, action, by, at, ...move }: JobsMove,
): Promise<bigint[]> {
  const row = JOB_TRANSITIONS[action];
  const to: JobState = move.to ?? row.to[0];
  if (
    !(row.actor as readonly TransitionActor[]).includes(by) ||
    !(row.to as readonly JobState[]).includes(to)
  )
    throw new Error(`${by} may not ${action} a job to ${to}`);
  const { rows } = await sql<{ id: bigint }>`
    UPDATE jobs
    SET state = ${to} ${
      move.workmanId === undefined
        ? sql``
        : sql`
      , workman_id = ${move.workmanId}`
    } ${
      to === "FINISHED"
        ? sql`
      , finished_at = ${at}`
        : action === "reopen"
          ? sql`
      , finished_at = NULL`
          : sql``
    }
    WHERE account_id = ${accountId}
      AND id = ANY (${[...jobIds]}::bigint[])
      AND kind = 'OFFER'
      AND state = ANY (${[...row.from]}::text[])
    RETURNING id`.execute(trx);
  const ids = rows.map((one) => one.id);
  if (ids.length > 0)
    await announce(trx, {
      to: `account:${accountId}`,
      resource: "jobs",
      ids: ids.slice(0, MOST_NAMED).map(Number),
    });
  return ids;
}

/**
 * A message between processes holds 8 000 bytes: beyond this the screens read the whole list again
 * anyway.
 */
const MOST_NAMED = 100;
