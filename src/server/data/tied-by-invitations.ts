import { sql, type RawBuilder } from "kysely";

interface Company {
  readonly accountId: RawBuilder<unknown>;
  readonly askedAt: RawBuilder<unknown>;
  /** Author and requester: `integer[]`. */
  readonly askers: RawBuilder<unknown>;
  /** Who has approved already: `integer[]`. */
  readonly approvers: RawBuilder<unknown>;
}

/**
 * One person's phones must not pass for several people: these and whoever hangs together with them by
 * invitations since 30 days before the asking, by a chain or by a common inviter. An owner's
 * invitations tie only to himself when he asks: he may take the rules away, and in a new company has
 * invited everybody.
 *
 * @returns a query of `person_id`.
 */
export function tiedByInvitations(company: Company): RawBuilder<unknown> {
  const { accountId, askedAt, askers, approvers } = company;
  return sql`
    (WITH RECURSIVE tied (person_id) AS (
      SELECT unnest(${askers} || ${approvers})
      UNION
      SELECT CASE l.person_id WHEN t.person_id THEN l.invited_by ELSE l.person_id END
      FROM tied t
      JOIN account_users l ON t.person_id IN (l.person_id, l.invited_by)
      WHERE l.account_id = ${accountId}
        AND l.person_id IS NOT NULL
        AND l.created_at > ${askedAt} - interval '30 days'
        AND ((l.invited_by = ANY (${askers})) IS TRUE
          OR NOT EXISTS (SELECT FROM account_users o
            WHERE o.account_id = l.account_id
              AND o.person_id = l.invited_by
              AND o.role = 'OWNER')))
      SELECT person_id FROM tied WHERE person_id IS NOT NULL)`;
}
