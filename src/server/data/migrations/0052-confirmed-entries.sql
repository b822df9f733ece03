-- The entries by which the bank's word for a payout was booked, one for each time it was paid: an entry confirms a batch, its line names no payout.
ALTER TABLE payouts ADD COLUMN confirmed_entry_ids bigint[] NOT NULL DEFAULT '{}';

UPDATE payouts p SET confirmed_entry_ids = ARRAY[e.id]
FROM (SELECT DISTINCT ON (account_id, at) id, account_id, at FROM ledger_entries WHERE event_type = 'PAYOUT_CONFIRMED' ORDER BY account_id, at, id) e
WHERE p.account_id = e.account_id AND p.paid_at = e.at;
