-- That a worker has agreed to work for a customer is a fact of its own: the state alone does not say
-- it, for whoever leaves unasked has ENDED and whoever is forgiven was PAUSED.
ALTER TABLE employments
  -- NULL: never, or not to the last invitation.
  ADD COLUMN agreed_at timestamptz,
  -- Of a blacklisted one: the state before.
  ADD COLUMN blacklisted_from text;

-- A phone he was invited by stands until he agrees; an ended tie shows its work.
UPDATE employments e
SET agreed_at = e.since
WHERE e.invited_phone IS NULL
  AND (e.state IN ('ACTIVE', 'PAUSED')
    OR (e.state IN ('ENDED', 'BLACKLISTED') AND EXISTS (SELECT FROM jobs j
      WHERE j.account_id = e.account_id AND j.workman_id = e.workman_id)));
UPDATE employments
SET blacklisted_from = CASE WHEN agreed_at IS NULL THEN 'CONFIRMATION' ELSE 'PAUSED' END
WHERE state = 'BLACKLISTED';
-- Forgiven or resumed without his word.
UPDATE employments SET state = 'CONFIRMATION'
WHERE agreed_at IS NULL AND state IN ('ACTIVE', 'PAUSED');

ALTER TABLE employments
  ADD CONSTRAINT employments_agreed CHECK (agreed_at IS NOT NULL
    OR state NOT IN ('ACTIVE', 'PAUSED')),
  ADD CONSTRAINT employments_blacklisted CHECK ((state = 'BLACKLISTED')
    = (blacklisted_from IS NOT NULL));
