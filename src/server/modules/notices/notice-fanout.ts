import { sql } from "kysely";

/** Decision: a larger batch sends no live updates, each of which reaches every web process. */
const MOST_RINGS = 200;

/**
 * Follows `WITH made AS (INSERT … RETURNING person_id, id, type, created_at),`. Adds a batch for
 * e-mail and SMS; updates each bell once.
 */
export const NOTICE_FANOUT = sql`batch AS (
    INSERT INTO notice_batches (type, person_ids, notice_ids, created_at)
    SELECT type, array_agg(person_id), array_agg(id), created_at FROM made GROUP BY type, created_at
  ), people AS (SELECT DISTINCT person_id FROM made)
  SELECT pg_notify('live',
    json_build_object('to', 'person:' || person_id, 'resource', 'notices')::text)
  FROM people WHERE (SELECT count(*) FROM people) <= ${sql.lit(MOST_RINGS)}`;
