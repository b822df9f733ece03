-- Money that nobody's invoice explains and that its payer takes back.
ALTER TABLE incoming_payments
  -- READY: to be ordered; SENT: the bank has the order; RETURNED: it is done. NULL: nobody asked for it, or the bank has refused.
  ADD COLUMN return_state text CHECK (return_state IN ('READY', 'SENT', 'RETURNED')),
  -- Grows with each order, which it names at the bank.
  ADD COLUMN return_attempt smallint NOT NULL DEFAULT 0,
  ADD COLUMN return_due_at timestamptz,
  ADD COLUMN return_sent_at timestamptz,
  ADD COLUMN returned_at timestamptz,
  -- Why the last order was not done.
  ADD COLUMN return_failure text,
  ADD CHECK (return_state IS NULL OR account_id IS NULL);
CREATE INDEX incoming_payments_returns ON incoming_payments (return_due_at) WHERE return_state IN ('READY', 'SENT');
CREATE INDEX incoming_payments_guessed ON incoming_payments (guessed_account_id, id) WHERE account_id IS NULL AND guessed_account_id IS NOT NULL;
