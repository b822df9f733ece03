-- An offer whose payment ended unpaid is taken up again: its next hold is another one.
ALTER TABLE job_offers ADD COLUMN hold_attempt smallint NOT NULL DEFAULT 1;

-- Those that ended so before have no way on yet.
WITH stuck AS (
  UPDATE job_offers o SET state = 'COMPLETED', hold_id = NULL, hold_attempt = 2, result_accepted_at = NULL FROM payouts p
  WHERE p.account_id = o.account_id AND p.id = o.payout_id AND p.state = 'CANCELED' AND o.state = 'RESULTACCEPTED' RETURNING o.account_id, o.job_id
)
UPDATE jobs j SET state = 'COMPLETED', finished_at = NULL FROM stuck WHERE j.account_id = stuck.account_id AND j.id = stuck.job_id AND j.state = 'FINISHED';
