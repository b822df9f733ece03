-- Who ended an offer that was cancelled; empty for those of before.
ALTER TABLE job_offers ADD COLUMN ended_by text CHECK (ended_by IN ('workman', 'account', 'system', 'moderator', 'agreement'));
