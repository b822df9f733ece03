-- Payouts are orders of the common cycle: one that is asked about or submitted is leased, apart from
-- its due time, which stays in the index of the queue; and the bank may hold a transfer.
ALTER TABLE payouts
  ADD COLUMN leased_until timestamptz,
  DROP CONSTRAINT payouts_state_check,
  ADD CONSTRAINT payouts_state_check CHECK (state IN ('NEW', 'HELD', 'ACT_PENDING',
    'RECEIPT_PENDING', 'RECEIPT_FAILED', 'READY', 'SCHEDULED', 'SENT', 'BANK_HELD', 'PAID',
    'RETURNED', 'FAILED', 'CANCELED'));
DROP INDEX payouts_due;
CREATE INDEX payouts_due ON payouts (state, due_at, id)
  WHERE state IN ('RECEIPT_PENDING', 'READY', 'SENT', 'BANK_HELD');

ALTER TABLE withdrawals
  DROP CONSTRAINT withdrawals_state_check,
  ADD CONSTRAINT withdrawals_state_check
    CHECK (state IN ('READY', 'SENT', 'BANK_HELD', 'PAID', 'RETURNED', 'FAILED'));
DROP INDEX withdrawals_due;
CREATE INDEX withdrawals_due ON withdrawals (state, due_at, id)
  WHERE state IN ('READY', 'SENT', 'BANK_HELD');

DELETE FROM set_aside_items
WHERE task IN ('payouts.await-orders', 'payouts.write-orders', 'payouts.write-answers')
  OR task LIKE '%.lost';
UPDATE set_aside_items SET task = 'payouts.orders' WHERE task = 'payouts.send-orders';

-- The simulated bank: how many of the next orders it holds, and until when it holds one.
ALTER TABLE sandbox.switches
  ADD COLUMN hold_next integer NOT NULL DEFAULT 0 CHECK (hold_next BETWEEN 0 AND 1000000);
ALTER TABLE sandbox.bank_orders ADD COLUMN held_until timestamptz;
