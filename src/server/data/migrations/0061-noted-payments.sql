-- Payments that are not simply the sum of an open invoice, and those nobody could place.
ALTER TABLE incoming_payments
  -- What the customer should know of this payment; NULL: it is what the invoice asked for.
  ADD COLUMN note text CHECK (note IN ('PART', 'EXCESS', 'PAID_BEFORE', 'CANCELED')),
  -- The entry that gave the money to the customer; NULL for payments of before and for those nobody knows.
  ADD COLUMN entry_id bigint,
  -- Who was told that the payment was not recognised; it is his only when somebody has matched it.
  ADD COLUMN guessed_account_id integer REFERENCES accounts;
CREATE UNIQUE INDEX incoming_payments_entry ON incoming_payments (entry_id) WHERE entry_id IS NOT NULL;
