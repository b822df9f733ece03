-- A payout goes from READY to the bank: a later day is the registry's. None was ever SCHEDULED.
ALTER TABLE payouts
  DROP CONSTRAINT payouts_state_check,
  ADD CONSTRAINT payouts_state_check CHECK (state IN ('NEW', 'HELD', 'ACT_PENDING',
    'RECEIPT_PENDING', 'RECEIPT_FAILED', 'READY', 'SENT', 'BANK_HELD', 'PAID', 'RETURNED',
    'FAILED', 'CANCELED'));
