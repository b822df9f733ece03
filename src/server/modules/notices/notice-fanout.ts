import { sql } from "kysely";

/**
 * Most people who are told at once that they have a notice. Decision: a batch of a mass payout
 * writes its notices but rings no bells beyond this, because each ring is one message to every web
 * process; the bell reads again when its page is opened.
 */
const MOST_RINGS = 200;

/**
 * The end of every statement that makes notices, after `WITH made AS (INSERT … RETURNING person_id,
 * id, type, created_at),`. It leaves one row for whoever sends e-mails and text messages, however
 * many notices were made, and rings the bells of the people in `made`, once each.
 */
export const NOTICE_FANOUT = sql`batch AS (
    INSERT INTO notice_batches (type, person_ids, notice_ids, created_at)
    SELECT type, array_agg(person_id), array_agg(id), created_at FROM made GROUP BY type, created_at
  ), people AS (SELECT DISTINCT person_id FROM made)
  SELECT pg_notify('live',
    json_build_object('to', 'person:' || person_id, 'resource', 'notices')::text)
  FROM people WHERE (SELECT count(*) FROM people) <= ${sql.lit(MOST_RINGS)}`;
