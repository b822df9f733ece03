-- Receipts that are being annulled are few and asked for every five seconds: without an index each question read all receipts there are.
CREATE INDEX receipts_reversing ON receipts (payout_id) WHERE state = 'REVERSING';
