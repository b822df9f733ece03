-- The name of the state register: messages to strangers carry it.
ALTER TABLE accounts
  ADD COLUMN register_name text CHECK (length(register_name) BETWEEN 1 AND 1000),
  -- The register was away when the company was approved.
  ADD COLUMN register_due_at timestamptz;
UPDATE accounts SET register_due_at = now() WHERE state NOT IN ('MODERATION', 'REJECTED', 'DELETED');
CREATE INDEX accounts_register_due ON accounts (register_due_at)
  WHERE register_due_at IS NOT NULL;
