import { sql, type Kysely } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import type { Permission } from "#contract/access/permissions.ts";
import { may } from "#contract/access/access.ts";
import type { ApprovalRule } from "#contract/approvals/approval-rule.ts";
import type { ReadingNote } from "#contract/registries/reading-note.ts";
import type { ApprovalVote } from "#contract/registries/registry-approvals.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { ExecutionMode, RegistryState } from "#contract/registries/registry-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { tiedByInvitations } from "#server/data/tied-by-invitations.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { EXECUTE_PAYROLL, START_PAYROLL } from "./registry-key.ts";
import { delayedUntil } from "./shown-state.ts";

export interface RegistryRow {
  readonly account_id: number;
  readonly id: number;
  readonly kind: RegistryKindName;
  readonly number: number;
  readonly state: RegistryState;
  readonly version: number;
  readonly title: string | null;
  readonly file_name: string | null;
  readonly file_id: bigint | null;
  readonly project_id: number | null;
  readonly project_title: string | null;
  readonly created_by: number;
  readonly author_name: string;
  readonly created_at: Date;
  readonly created_on: string;
  readonly checked_at: Date | null;
  readonly row_count: number;
  readonly checked_count: number;
  readonly expected_rows: number | null;
  readonly ready_count: number;
  readonly error_count: number;
  readonly warning_count: number;
  readonly healed_count: number;
  readonly workmen_count: number;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly removed_rows: number[];
  readonly file_columns: string[] | null;
  readonly file_notes: readonly ReadingNote[];
  readonly error_message: string | null;
  readonly delayed_until: Date | null;
  readonly mode: ExecutionMode | null;
  readonly hold_id: bigint | null;
  readonly executed_by: number | null;
  readonly confirmed_at: Date | null;
  readonly approval_round: number;
  readonly approval_requested_at: Date | null;
  /** Copied when approval was requested. */
  readonly approval_rules: ApprovalRule[] | null;
  /** Of this round; `null` unless it waits for approval. */
  readonly approval_votes: ApprovalVote[] | null;
  /** Author, requester and who has approved, with whom late invitations tie to them; `null` as with votes. */
  readonly approval_tied: number[] | null;
  readonly asked_start_at: Date | null;
  readonly cancel_until: Date | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly executed_row_no: number;
  readonly payout_count: number;
  readonly paid_count: number;
  readonly failed_count: number;
  readonly paid_kopecks: bigint;
}

const VOTES = sql`
  registry_approvals v
      WHERE v.account_id = r.account_id
        AND v.registry_id = r.id
        AND v.round = r.approval_round`;

/** With the presenter's names; add WHERE and ORDER. */
export const SELECT_REGISTRY = sql`
  SELECT r.*, p.title AS project_title, author.name AS author_name,
    CASE WHEN r.state = 'APPROVAL' THEN (
      SELECT coalesce(jsonb_agg(jsonb_build_object('userId', v.person_id, 'roleId', v.role)), '[]')
      FROM ${VOTES}) END AS approval_votes,
    CASE WHEN r.state = 'APPROVAL' THEN ARRAY${tiedByInvitations({
      accountId: sql`r.account_id`,
      askedAt: sql`r.approval_requested_at`,
      askers: sql`ARRAY[r.created_by, r.executed_by]`,
      approvers: sql`ARRAY(SELECT v.person_id FROM ${VOTES})`,
    })} END AS approval_tied,
    ${delayedUntil(
      "r",
      sql`
        CASE r.state
          WHEN 'SCHEDULED' THEN ${START_PAYROLL}
          WHEN 'EXECUTING' THEN ${EXECUTE_PAYROLL}
          ELSE 'registries.check-' || r.kind END,
          CASE r.state WHEN 'EXECUTING' THEN 'registries.apply-' || r.kind END`,
    )}
  FROM registries r JOIN people author ON author.id = r.created_by
  LEFT JOIN projects p ON p.account_id = r.account_id AND p.id = r.project_id`;

interface LoadRequest {
  readonly kind: RegistryKindName;
  readonly id: number;
  /** Its scope (account or own projects) must hold the registry. */
  readonly permission: Permission;
  readonly lock?: boolean;
  /** When the person named something else, such as a row. */
  readonly absent?: string;
}

/** @throws AppError `not_found` — absent, foreign or out of reach. */
export async function loadRegistry(
  db: Kysely<Schema> | Trx,
  actor: AccountActor,
  request: LoadRequest,
): Promise<RegistryRow> {
  const { rows } = await sql<RegistryRow>`
    ${SELECT_REGISTRY}
    WHERE r.account_id = ${actor.accountId} AND r.id = ${request.id} AND r.kind = ${request.kind}
    ${request.lock ? sql`FOR NO KEY UPDATE OF r` : sql``}`.execute(db);
  const row = rows[0];
  if (
    !row ||
    !reaches(actor, request.permission, { accountId: row.account_id, projectId: row.project_id })
  )
    throw notFound(request.absent ?? "Реестр не найден");
  return row;
}

/** `null`: the whole account. */
export function projectScope(
  actor: AccountActor,
  permission: Permission,
): readonly number[] | null {
  return may(actor, permission) ? actor.projectIds : [];
}
