import { sql } from "kysely";
import type { TransitionActor } from "#contract/kernel/define-transitions.ts";
import { JOB_TRANSITIONS, type JobState } from "#contract/jobs/job-states.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";

interface JobsMove {
  readonly accountId: number;
  readonly jobIds: readonly bigint[];
  readonly action: keyof typeof JOB_TRANSITIONS;
  readonly by: TransitionActor;
  /** When the action has several targets. */
  readonly to?: JobState;
  /** Unchanged when absent. */
  readonly workmanId?: number | null;
  readonly at: Date;
}

/**
 * Locks them in order of id, as all do who change several.
 *
 * @returns ids that were in a start state.
 */
export async function moveJobs(
  trx: Trx,
  { accountId, jobIds, action, by, at, to, workmanId }: JobsMove,
): Promise<bigint[]> {
  const move = transition(JOB_TRANSITIONS, action, by, { to });
  const { rows } = await sql<{ id: bigint }>`
    WITH locked AS MATERIALIZED (
      SELECT id FROM jobs
      WHERE account_id = ${accountId} AND id = ANY (${[...jobIds]}::bigint[])
      ORDER BY id
      FOR NO KEY UPDATE
    )
    UPDATE jobs j
    SET ${move.set} ${
      workmanId === undefined
        ? sql``
        : sql`
      , workman_id = ${workmanId}`
    } ${
      move.to === "FINISHED"
        ? sql`
      , finished_at = ${at}`
        : action === "reopen"
          ? sql`
      , finished_at = NULL`
          : sql``
    }
    FROM locked
    WHERE j.account_id = ${accountId}
      AND j.id = locked.id
      AND kind = 'OFFER'
      AND ${move.from}
    RETURNING j.id`.execute(trx);
  const ids = rows.map((one) => one.id);
  if (ids.length > 0)
    await announce(trx, { to: `account:${accountId}`, resource: "jobs", ids: ids.map(Number) });
  return ids;
}
