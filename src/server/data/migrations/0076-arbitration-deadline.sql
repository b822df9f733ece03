-- A worker has 48 hours to answer a proposed change of his payout (domain.md §4.7); unanswered, everything is as it was.
ALTER TABLE job_offer_arbitrations ADD COLUMN answer_until timestamptz;
-- Whoever is asked already has the whole time from now.
UPDATE job_offer_arbitrations SET answer_until = CASE WHEN state = 'OPEN' THEN now() ELSE opened_at END + interval '48 hours';
ALTER TABLE job_offer_arbitrations
  ALTER COLUMN answer_until SET NOT NULL,
  DROP CONSTRAINT job_offer_arbitrations_state_check,
  ADD CONSTRAINT job_offer_arbitrations_state_check CHECK (state IN ('OPEN', 'ACCEPTED', 'DECLINED', 'CANCELED', 'MODERATION', 'EXPIRED'));
CREATE INDEX job_offer_arbitrations_due ON job_offer_arbitrations (answer_until) WHERE state = 'OPEN';
