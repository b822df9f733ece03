-- A receipt is written down before it is asked for, and its due time is the lease of who asks. First
-- receipts that were sent for payouts cancelled meanwhile are followed like reissued ones.
DROP INDEX receipts_reissued;
CREATE INDEX receipts_alone ON receipts (due_at)
  WHERE state IN ('NEW', 'SENT') AND (reissue_no > 0 OR state = 'SENT') AND due_at IS NOT NULL;
-- Those the version before may have asked for without writing them down.
INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks, operation_at)
SELECT p.account_id, p.id, p.workman_id, 'NEW', p.amount_kopecks, p.due_at
FROM payouts p
JOIN workmen w ON w.id = p.workman_id AND w.taxpayer_type IN ('SMZ', 'IP_SMZ')
WHERE p.state = 'RECEIPT_PENDING'
ON CONFLICT DO NOTHING;
