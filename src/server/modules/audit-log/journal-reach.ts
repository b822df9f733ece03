import { sql, type RawBuilder } from "kysely";
import type { AccountActor } from "#server/http/actor.ts";

/**
 * What a finance manager reads beside his own actions. Source: `domain.md` §2.1, «R own+finance».
 */
const FINANCE =
  "^(registry|payout|receipt|invoice|export|payroll-registries|transactions|tax|approval_rule|settings)\\.";

/** What of its journal `l` a role of the company reads; `null`: all of it. */
export function journalReach({
  role,
  personId,
}: Pick<AccountActor, "role" | "personId">): RawBuilder<unknown> | null {
  return role === "FINANCE_MANAGER" ? sql`(l.event ~ ${FINANCE} OR ${ofPerson(personId)})` : null;
}

/** Lines of one person, `actor.id` of the answer. */
export function ofPerson(personId: number): RawBuilder<unknown> {
  return sql`l.actor -> 'id' = to_jsonb(${personId}::bigint)`;
}
