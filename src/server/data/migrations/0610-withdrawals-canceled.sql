-- A withdrawal that has not left is cancelled by its worker.
ALTER TABLE withdrawals
  DROP CONSTRAINT withdrawals_state_check,
  ADD CONSTRAINT withdrawals_state_check
    CHECK (state IN ('READY', 'SENT', 'BANK_HELD', 'PAID', 'RETURNED', 'FAILED', 'CANCELED'));
