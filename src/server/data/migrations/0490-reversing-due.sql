-- A receipt being annulled has a due time of its own: those the tax service is slow about no longer
-- stand before all others.
UPDATE receipts SET due_at = now() WHERE state = 'REVERSING' AND due_at IS NULL;
DROP INDEX receipts_reversing;
CREATE INDEX receipts_reversing ON receipts (due_at, payout_id) WHERE state = 'REVERSING';
