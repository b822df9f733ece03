import { sql } from "kysely";

/**
 * Live updates at once. Decision: a larger batch writes notices only, because each update is a
 * message to every web process; the bell reloads with its page.
 */
const MOST_RINGS = 200;

/**
 * Follows `WITH made AS (INSERT … RETURNING person_id, id, type, created_at),`. One batch row for
 * the e-mail and SMS task; the bell of each person in `made` is updated once.
 */
export const NOTICE_FANOUT = sql`batch AS (
    INSERT INTO notice_batches (type, person_ids, notice_ids, created_at)
    SELECT type, array_agg(person_id), array_agg(id), created_at FROM made GROUP BY type, created_at
  ), people AS (SELECT DISTINCT person_id FROM made)
  SELECT pg_notify('live',
    json_build_object('to', 'person:' || person_id, 'resource', 'notices')::text)
  FROM people WHERE (SELECT count(*) FROM people) <= ${sql.lit(MOST_RINGS)}`;
