-- A debt is taken first from whatever comes: what of the pay went towards it is not ordered.
ALTER TABLE payouts ADD COLUMN debt_taken_kopecks bigint NOT NULL DEFAULT 0
  CHECK (debt_taken_kopecks >= 0 AND tax_reserved_kopecks + debt_taken_kopecks < amount_kopecks);
-- The debt as its worker was last told of it.
ALTER TABLE workmen ADD COLUMN told_debt_kopecks bigint NOT NULL DEFAULT 0;
CREATE INDEX workmen_told_debt ON workmen (id) WHERE told_debt_kopecks > 0;
-- Without the balance: its moves would no longer be heap-only.
CREATE INDEX ledger_accounts_debts ON ledger_accounts (workman_id) WHERE code = 'WORK_DEBT';
