import { sql, type Kysely } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import { may } from "#contract/access/access.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { jobInvitePermissions } from "#contract/job-invites/job-invite-permissions.ts";
import { JOB_INVITE_STATE, type JobInviteState } from "#contract/jobs/job-invite-states.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import type { JobCard } from "#contract/jobs/job.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { writeVersion } from "#contract/values/seen-version.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { JOB_TERMS, type JobTerms, loadJobCards } from "#server/modules/jobs/index.ts";
import {
  presentWorkmanCard,
  WORKMAN_CARD,
  type WorkmanCardRow,
} from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";

export interface InviteRow {
  readonly account_id: number;
  readonly id: bigint;
  readonly job_id: bigint;
  readonly project_id: number | null;
  readonly phone: string;
  readonly workman_id: number | null;
  readonly workman: WorkmanCardRow | null;
  readonly state: JobInviteState;
  readonly message: string | null;
  readonly decline_reason: string | null;
  readonly decline_comment: string | null;
  readonly is_by_phone: boolean;
  /** They know each other's phone. */
  readonly is_confirmed: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly budget_kopecks: bigint;
  readonly job_terms: JobTerms;
}

/** Add WHERE and ORDER: on invites `i` and jobs `j`. */
export const selectInvites = (source = sql`job_invites`) => sql<InviteRow>`
    SELECT i.*, j.project_id, j.budget_kopecks, ${JOB_TERMS} AS job_terms,
      (SELECT ${WORKMAN_CARD} FROM workmen w WHERE w.id = i.workman_id) AS workman,
      EXISTS (SELECT FROM employments e
        WHERE e.account_id = i.account_id
          AND e.workman_id = i.workman_id
          AND ${HAS_AGREED}) AS is_confirmed
    FROM ${source} i
    JOIN jobs j ON j.account_id = i.account_id AND j.id = i.job_id`;

/** Newest first. */
export async function loadInvites(
  db: Kysely<Schema>,
  accountId: number,
  ids: readonly bigint[],
): Promise<InviteRow[]> {
  const { rows } = await sql<InviteRow>`
    ${selectInvites()}
    WHERE i.account_id = ${accountId} AND i.id = ANY (${ids}::bigint[])
    ORDER BY i.created_at DESC, i.id DESC`.execute(db);
  return rows;
}

export async function presentInvites(
  db: Kysely<Schema>,
  rows: readonly InviteRow[],
  actor: Actor,
  now: Date,
): Promise<JobInvite[]> {
  const cardOf = await loadJobCards(db, actor, rows, now);
  return rows.map((row) => presentInvite(row, cardOf(row), actor, now));
}

function presentInvite(row: InviteRow, job: JobCard, actor: Actor, now: Date): JobInvite {
  const facts = {
    state: row.state,
    workmanId: row.workman_id,
    expiresAtSeconds: Math.floor(row.expires_at.getTime() / 1000),
  };
  return {
    id: Number(row.id),
    job,
    workman: row.workman && isDisclosed(row, actor) ? presentWorkmanCard(row.workman, actor) : null,
    phone: seesPhone(row, actor) ? row.phone : maskPhone(row.phone),
    message: row.message,
    state: definitionFor(JOB_INVITE_STATE, row.state),
    declineReason:
      REASONS.declineByWorkman.definitions.find((one) => one.id === row.decline_reason) ?? null,
    declineComment: row.decline_comment,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    version: inviteVersion(row),
    permissions: jobInvitePermissions(
      actor,
      facts,
      { accountId: row.account_id, projectId: row.project_id, state: job.state.id },
      Math.floor(now.getTime() / 1000),
    ),
  };
}

/** Covers the budget and the job's terms. */
export function inviteVersion({
  budget_kopecks: amount,
  job_terms: terms,
}: Pick<InviteRow, "budget_kopecks" | "job_terms">): string {
  return writeVersion({ amount, ...terms });
}

/** The owner of a typed phone, once he has accepted or confirmed the company. */
function isDisclosed(row: InviteRow, actor: Actor): boolean {
  return (
    !row.is_by_phone ||
    row.is_confirmed ||
    row.state === "ACCEPTED" ||
    actor.workmanId === row.workman_id
  );
}

/** Decision: shown if the customer typed it or the workman confirmed the customer. */
function seesPhone(row: InviteRow, actor: Actor): boolean {
  return (
    actor.accountId === row.account_id &&
    may(actor, "workmen.personal-data") &&
    (row.is_by_phone || row.is_confirmed)
  );
}
