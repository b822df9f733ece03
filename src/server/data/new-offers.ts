import { sql } from "kysely";

/** Of a job `j`: it is open, and somebody waits for the company's answer. */
export const HAS_NEW_OFFERS = sql`
  j.state = 'PUBLISHED'
    AND EXISTS (SELECT FROM job_offers o
      WHERE o.account_id = j.account_id AND o.job_id = j.id AND o.state = 'CREATED')`;
