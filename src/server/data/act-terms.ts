import { sql } from "kysely";

/**
 * The side document `d` awaits. Accepting the result signs the act for the customer, so SENT
 * already awaits the workman.
 */
export const AWAITS = sql`
  CASE
    WHEN d.state = 'SIGNED_BY_SENDER'
    OR (d.state = 'SENT' AND d.type = 'ACT' AND d.payout_id IS NOT NULL) THEN 'workman'
    WHEN d.state = 'SENT' THEN 'account' END`;

/** Act `d` of company `a`; never the first between the two. Source: `domain.md` §1.7. */
export const SIGNS_ITSELF = sql`
  (d.state IN ('SENT', 'SIGNED_BY_SENDER')
    AND d.type = 'ACT'
    AND a.act_auto_sign_hours IS NOT NULL
    AND EXISTS (
    SELECT FROM job_documents e
    WHERE e.workman_id = d.workman_id
      AND e.id < d.id
      AND e.account_id = d.account_id
      AND e.type = 'ACT'
      AND e.state IN ('SIGNED', 'AUTO_SIGNED')))`;

/** When act `d` of company `a` signs itself; `NULL`: never. */
export const SIGNS_ITSELF_AT = sql<Date | null>`
  CASE
    WHEN ${AWAITS} = 'workman' AND ${SIGNS_ITSELF} THEN coalesce((SELECT s.signed_at
      FROM document_signatures s
      WHERE s.account_id = d.account_id AND s.document_id = d.id AND s.side = 'account'),
      d.created_at) + make_interval(hours => a.act_auto_sign_hours) END`;
