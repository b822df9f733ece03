import { sql, type RawBuilder } from "kysely";

/**
 * Of user `u`. A second phone of the asker must not pass for a second person, so who has joined by his
 * invitation within 30 days, or after asking, does not approve for him.
 *
 * @param askers - ids of people.
 */
export function invitedLately(
  askers: readonly RawBuilder<unknown>[],
  askedAt: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`
    ((u.invited_by IN (${sql.join(askers)}) AND u.created_at > ${askedAt} - interval '30 days') IS TRUE)`;
}
