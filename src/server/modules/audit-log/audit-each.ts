import type { Actor } from "#server/http/actor.ts";
import type { AuditRecord, RequestContext } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { writeAudit } from "./audit-log.ts";

/** What a call that changes many records writes their lines with. */
export interface MassCall {
  readonly actor: Actor;
  readonly request: RequestContext;
  readonly trx: Trx;
  audit(record: AuditRecord): void;
}

/**
 * One line for each record a call has changed, and none besides: the first is the call's own, which
 * `serve` writes. Comes last in a handler: the journal's head is locked until the commit, and
 * others come to it with the balance in their hands.
 */
export async function auditEach(
  { actor, request, trx, audit }: MassCall,
  [first, ...others]: readonly AuditRecord[],
  at: Date,
): Promise<void> {
  for (const record of others) await writeAudit(trx, actor, request, record, at);
  if (first) audit(first);
}
