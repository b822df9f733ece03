-- When the bank last took an order of any kind, to a minute: a refusal is one while others pass.
ALTER TABLE bank_reconciliation ADD COLUMN orders_taken_at timestamptz;
