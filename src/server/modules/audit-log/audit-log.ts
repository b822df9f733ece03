import { sql } from "kysely";
import type { Actor } from "#server/platform/actor.ts";
import type { AuditRecord, RequestContext } from "#server/platform/request-context.ts";
import type { Trx } from "#server/platform/transaction.ts";

/** Who acts when nobody sits at the screen. */
export type SystemActor = { readonly type: "system" | "moderator"; readonly name: string };

/**
 * Adds one line to the account's hash chain, in the transaction of what it tells about. The trigger numbers and chains it.
 *
 * Call it last in the transaction: it locks the head of the account's chain until the commit.
 */
export async function writeAudit(trx: Trx, actor: Actor | SystemActor | null, context: RequestContext | null, record: AuditRecord, at: Date): Promise<void> {
  const { accountId, description } = describe(actor);
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    INSERT INTO audit_log (account_id, id, at, event, actor, object, before, after, reason, ip, user_agent, request_id, hash_prev, hash)
    VALUES (${record.accountId ?? accountId}, 0, ${at}, ${record.event}, ${JSON.stringify(description)}::jsonb, ${json(record.object)}::jsonb, ${json(record.before)}::jsonb,
      ${json(record.after)}::jsonb, ${record.reason ?? null}, ${context?.ip ?? null}::inet, ${context?.userAgent ?? null}, ${context?.requestId ?? null}, ''::bytea, ''::bytea)`.execute(trx);
}

function describe(actor: Actor | SystemActor | null): { accountId: number; description: object } {
  if (!actor) return { accountId: 0, description: { type: "guest" } };
  if ("type" in actor) return { accountId: 0, description: actor };
  const type = actor.accountId ? "user" : actor.isWorkman ? "workman" : "person";
  return { accountId: actor.accountId ?? 0, description: { type, id: actor.personId, name: actor.name, ...(actor.role ? { role: actor.role } : {}) } };
}
