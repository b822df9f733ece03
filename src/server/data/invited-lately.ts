import { sql, type RawBuilder } from "kysely";

/**
 * Of user `u`. Two phones of one person must not pass for two people: if one of the askers and `u` has
 * invited the other within 30 days before asking, or after it, `u` does not approve. An owner does
 * for whom he has invited: he may take the rules away, and in a new company he has invited everybody.
 *
 * @param askers - ids of people.
 */
export function invitedLately(
  askers: readonly RawBuilder<unknown>[],
  askedAt: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`
    ((u.invited_by IN (${sql.join(askers)})
      AND u.created_at > ${askedAt} - interval '30 days') IS TRUE
      OR (u.role <> 'OWNER' AND EXISTS (SELECT FROM account_users asker
        WHERE asker.account_id = u.account_id
          AND asker.person_id IN (${sql.join(askers)})
          AND asker.invited_by = u.person_id
          AND asker.created_at > ${askedAt} - interval '30 days')))`;
}
