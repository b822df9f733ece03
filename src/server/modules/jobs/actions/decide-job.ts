import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { JOB_STATE, JOB_TRANSITIONS } from "#contract/jobs/job-states.ts";
import { APPROVE_OR_REJECT, type DecisionKind } from "#server/decision.ts";
import type { Platform } from "#server/platform.ts";
import { objectOf } from "../job-audit.ts";
import { transition } from "#server/data/transition.ts";
import { announceJob } from "../own-job.ts";

/** A job that was public keeps its place in lists. */
export function jobDecision({
  events,
}: Pick<Platform, "events">): DecisionKind<"approve" | "reject"> {
  return {
    kind: "job",
    title: "задание",
    waiting: sql`
      SELECT j.id, j.created_at AS since, a.short_name AS who,
        'Задание «' || j.title || '», ' || a.short_name || ': ' || left(j.description, 200) AS what
      FROM jobs j
      JOIN accounts a ON a.id = j.account_id
      WHERE j.kind = 'OFFER' AND j.state = 'MODERATION'`,
    state: (id) => sql`SELECT state FROM jobs WHERE id = ${id} AND kind = 'OFFER'`,
    stateTitles: JOB_STATE.titles,
    verdicts: APPROVE_OR_REJECT,
    reasons: REASONS.jobReject.definitions,
    async decide(trx, { id, verdict, reason, comment, at }) {
      const isApproved = verdict === "approve";
      const move = transition(JOB_TRANSITIONS, verdict, "moderator");
      const { rows } = await sql<{ account_id: number; id: bigint; title: string }>`
        UPDATE jobs
        SET ${move.set}, reject_reason = ${isApproved ? null : (reason?.id ?? null)},
          reject_comment = ${isApproved ? null : comment},
          published_at = CASE
            WHEN ${isApproved} THEN coalesce(published_at, ${at})
            ELSE published_at END
        WHERE id = ${id} AND kind = 'OFFER' AND ${move.from}
        RETURNING account_id, id, title`.execute(trx);
      const job = rows[0];
      if (!job) return [];
      const key = { accountId: job.account_id, jobId: job.id, at };
      await announceJob(trx, job.account_id, job.id);
      await (isApproved
        ? events.publish(trx, "job.published", key)
        : events.publish(trx, "job.rejected", { ...key, reasonId: reason?.id ?? null, comment }));
      return [
        {
          event: isApproved ? "job.published" : "job.rejected",
          accountId: job.account_id,
          object: objectOf(job.id, job.title),
          before: { state: JOB_TRANSITIONS[verdict].from[0] },
          after: { state: move.to, ...(reason ? { reasonId: reason.id } : {}) },
        },
      ];
    },
  };
}
