import { sql } from "kysely";
import { may } from "#contract/access/access.ts";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import {
  API_KEY_STATE,
  whySuspended,
  type ApiKey,
  type ApiKeyRole,
  type ApiKeyState,
} from "#contract/api-keys/api-key.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface ApiKeyRow {
  readonly account_id: number;
  readonly id: number;
  readonly title: string;
  readonly hint: string;
  readonly role: ApiKeyRole;
  readonly ips: string[];
  readonly created_by: number;
  readonly author_name: string;
  readonly responsible_id: number;
  readonly responsible_name: string;
  /** `null`: left or blocked. */
  readonly responsible_role: RoleId | null;
  readonly responsible_projects: number[] | null;
  readonly code_person_id: number;
  readonly code_person_name: string;
  readonly code_phone: string;
  readonly is_code_person_here: boolean;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly last_ip: string | null;
  readonly revoked_at: Date | null;
  readonly is_sandbox: boolean;
}

/** Keys `k`; add WHERE. `responsible` and `coder` are the users who work in the company today. */
export const fromKeys = (source = sql`api_keys`) => sql`
  FROM ${source} k
  JOIN people author ON author.id = k.created_by
  JOIN people r ON r.id = k.responsible_id
  JOIN people c ON c.id = k.code_person_id
  LEFT JOIN account_users responsible ON responsible.account_id = k.account_id
    AND responsible.person_id = r.id
    AND responsible.state = 'ACTIVE'
    AND r.state = 'ACTIVE'
  LEFT JOIN account_users coder ON coder.account_id = k.account_id
    AND coder.person_id = c.id
    AND coder.state = 'ACTIVE'
    AND c.state = 'ACTIVE'`;

export const KEY_COLUMNS = sql`
  k.account_id, k.id, k.title, k.hint, k.role, k.ips, k.created_by, author.name AS author_name,
  r.id AS responsible_id, r.name AS responsible_name, responsible.role AS responsible_role,
  responsible.project_ids AS responsible_projects, c.id AS code_person_id,
  c.name AS code_person_name, c.phone AS code_phone, coder.id IS NOT NULL AS is_code_person_here,
  k.created_at, k.expires_at, k.last_used_at, host(k.last_ip) AS last_ip, k.revoked_at,
  k.is_sandbox`;

/** @throws AppError `not_found` — absent or foreign. */
export async function loadKey(trx: Trx, accountId: number, id: number): Promise<ApiKeyRow> {
  const { rows } = await sql<ApiKeyRow>`
    SELECT ${KEY_COLUMNS} ${fromKeys()}
    WHERE k.account_id = ${accountId} AND k.id = ${id}
    FOR UPDATE OF k`.execute(trx);
  if (!rows[0]) throw notFound("Ключ API не найден");
  return rows[0];
}

/** Why the key works only after its owner takes it over. */
export function suspensionOf(row: ApiKeyRow): string | null {
  return whySuspended({
    responsible: { name: row.responsible_name, isHere: row.responsible_role !== null },
    codePerson: { name: row.code_person_name, isHere: row.is_code_person_here },
  });
}

/** For lists and calls. */
export function stateOf(row: ApiKeyRow, now: Date): ApiKeyState {
  if (row.revoked_at !== null) return "REVOKED";
  if (row.expires_at !== null && row.expires_at <= now) return "EXPIRED";
  return suspensionOf(row) === null ? "ACTIVE" : "SUSPENDED";
}

export function presentKey(row: ApiKeyRow, actor: AccountActor, now: Date): ApiKey {
  const state = stateOf(row, now);
  const isLive = state === "ACTIVE" || state === "SUSPENDED";
  const manages = isLive && may(actor, "settings.manage");
  return {
    id: row.id,
    title: row.title,
    hint: row.hint,
    roleID: row.role,
    role: { id: row.role, title: ROLES[row.role].title },
    isSandbox: row.is_sandbox,
    ips: row.ips,
    state: definitionFor(API_KEY_STATE, state),
    author: { id: row.created_by, name: row.author_name },
    responsible: { id: row.responsible_id, name: row.responsible_name },
    codePerson: { id: row.code_person_id, name: row.code_person_name },
    suspension: state === "SUSPENDED" ? suspensionOf(row) : null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastIP: row.last_ip,
    permissions: {
      revoke: manages,
      takeOver: isLive && may(actor, "account.delete"),
      updateNetworks: manages,
    },
  };
}

export function keyObject({ id, title }: Pick<ApiKeyRow, "id" | "title">) {
  return { type: "api-key", id, title };
}
