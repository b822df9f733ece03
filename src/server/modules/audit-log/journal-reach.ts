import { sql, type RawBuilder } from "kysely";
import type { AccountActor } from "#server/http/actor.ts";

/** For finance managers, besides their own. Source: `domain.md` §2.1, «R own+finance». */
const FINANCE =
  "^(registry|payout|receipt|invoice|export|payroll-registries|transactions|tax|approval_rule|settings)\\.";

/** On lines `l`; `null`: all. */
export function journalReach({
  role,
  personId,
}: Pick<AccountActor, "role" | "personId">): RawBuilder<unknown> | null {
  return role === "FINANCE_MANAGER" ? sql`(l.event ~ ${FINANCE} OR ${ofPerson(personId)})` : null;
}

export function ofPerson(personId: number): RawBuilder<unknown> {
  return sql`l.actor -> 'id' = to_jsonb(${personId}::bigint)`;
}
