import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "#server/http/actor.ts";
import type { AuditRecord, RequestContext } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";

export type SystemActor = {
  readonly type: "system" | "moderator";
  readonly name: string;
  /** `kind-id` of a decision of the platform's staff, to find who decided. */
  readonly decision?: string;
};

export const SYSTEM: SystemActor = { type: "system", name: "Платформа" };

/** A trigger numbers and chains it. Call it last: it locks the chain's head until the commit. */
export async function writeAudit(
  trx: Trx,
  actor: Actor | SystemActor | null,
  context: RequestContext | null,
  record: AuditRecord,
  at: Date,
): Promise<void> {
  const { accountId, description } = describe(actor);
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    INSERT INTO audit_log (account_id, id, at, event, actor, object, before, after, reason, ip,
      user_agent, request_id, hash_prev, hash)
    VALUES (${record.accountId ?? accountId}, 0, ${at}, ${record.event},
      ${JSON.stringify(description)}::jsonb, ${json(record.object)}::jsonb,
      ${json(record.before)}::jsonb,
      ${json(record.after)}::jsonb, ${record.reason ?? null}, ${context?.ip ?? null}::inet,
        ${context?.userAgent ?? null}, ${context?.requestId ?? null}, ''::bytea, ''::bytea)`.execute(
    trx,
  );
}

/** @returns number of the first line changed, removed or inserted outside the product. */
export async function findJournalBreak(
  db: Kysely<Schema>,
  accountId: number,
): Promise<number | null> {
  // A truncated chain is consistent: compare with the head.
  const { rows } = await sql<{ id: bigint | null }>`
    SELECT coalesce(audit_first_break(${accountId}), (
      SELECT h.last_id FROM audit_heads h WHERE h.account_id = ${accountId}
        AND NOT EXISTS (SELECT FROM audit_log l
          WHERE l.account_id = h.account_id AND l.id = h.last_id AND l.hash = h.last_hash)
    )) AS id`.execute(db);
  return rows[0]?.id ? Number(rows[0].id) : null;
}

function describe(actor: Actor | SystemActor | null): { accountId: number; description: object } {
  if (!actor) return { accountId: 0, description: { type: "guest" } };
  if ("type" in actor) return { accountId: 0, description: actor };
  const type =
    actor.apiKeyId !== undefined
      ? "api"
      : actor.accountId
        ? "user"
        : actor.isWorkman
          ? "workman"
          : "person";
  return {
    accountId: actor.accountId ?? 0,
    description: {
      type,
      id: actor.personId,
      name: actor.name,
      ...(actor.role ? { role: actor.role } : {}),
    },
  };
}
