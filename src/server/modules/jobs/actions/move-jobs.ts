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
  /** The target of an action with several; by default the usual one. */
  readonly to?: JobState;
  /** New workman; unchanged when absent. */
  readonly workmanId?: number | null;
  readonly at: Date;
}

/**
 * Moves exchange jobs by the contract's state table in one conditional statement.
 * @returns ids that were in a start state of the action; the caller checks for its own.
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

/** A NOTIFY holds 8000 bytes; beyond this number screens reload the whole list. */
const MOST_NAMED = 100;
