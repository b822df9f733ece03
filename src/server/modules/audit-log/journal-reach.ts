import { sql, type RawBuilder } from "kysely";
import type { AccountActor } from "#server/http/actor.ts";

/** Read by a finance manager besides their own. Source: `domain.md` §2.1, «R own+finance». */
const FINANCE =
  "^(registry|payout|receipt|invoice|export|payroll-registries|transactions|tax|approval_rule|settings)\\.";

/** On lines `l`; `null` means all. */
export function journalReach({
  role,
  personId,
}: Pick<AccountActor, "role" | "personId">): RawBuilder<unknown> | null {
  return role === "FINANCE_MANAGER" ? sql`(l.event ~ ${FINANCE} OR ${ofPerson(personId)})` : null;
}

export function ofPerson(personId: number): RawBuilder<unknown> {
  return sql`l.actor -> 'id' = to_jsonb(${personId}::bigint)`;
}
