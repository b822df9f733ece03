import type { Actor } from "#server/http/actor.ts";
import type { AuditRecord, RequestContext } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { writeAudit } from "./audit-log.ts";

export interface MassCall {
  readonly actor: Actor;
  readonly request: RequestContext;
  readonly trx: Trx;
  audit(record: AuditRecord): void;
}

/**
 * One line per record; `serve` writes the call's own, the first. Call it last: the journal's head
 * stays locked until the commit.
 */
export async function auditEach(
  { actor, request, trx, audit }: MassCall,
  [first, ...others]: readonly AuditRecord[],
  at: Date,
): Promise<void> {
  for (const record of others) await writeAudit(trx, actor, request, record, at);
  if (first) audit(first);
}
