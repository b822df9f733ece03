import { sql, type RawBuilder } from "kysely";
import type { AccountActor } from "#server/http/actor.ts";

/** Live channels. */
export const EXPORTS = "mass-arbitrate-exports";
export const IMPORTS = "mass-arbitrate-imports";

/** On `x`. Source: `domain.md` §2.1, «Deny wins». */
export function withinReach(actor: AccountActor): RawBuilder<unknown> {
  if (actor.projectIds === null) return sql`x.account_id = ${actor.accountId}`;
  return sql`
    x.account_id = ${actor.accountId} AND x.project_ids <@ ${[...actor.projectIds]}::integer[]`;
}
