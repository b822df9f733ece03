-- Taxes that the platform pays for workers who have chosen so: reserves taken when pay is earned, and one payment a month.

ALTER TABLE workmen
  ADD COLUMN tax_payer text NOT NULL DEFAULT 'WORKMAN' CHECK (tax_payer IN ('WORKMAN', 'PLATFORM')),
  -- Whether a part may be paid when the reserve is less than the accrual.
  ADD COLUMN partial_tax_allowed boolean NOT NULL DEFAULT true;

-- What of the amount was kept for the tax: the bank is ordered the rest. Zero for workers who pay themselves.
ALTER TABLE payouts ADD COLUMN tax_reserved_kopecks bigint NOT NULL DEFAULT 0 CHECK (tax_reserved_kopecks >= 0 AND tax_reserved_kopecks < amount_kopecks);

CREATE TABLE tax_reserves (
  account_id integer NOT NULL,
  payout_id bigint NOT NULL,
  workman_id integer NOT NULL REFERENCES workmen,
  period text NOT NULL CHECK (period ~ '^[0-9]{6}$'),
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks > 0),
  -- How much of the worker's deduction the forecast has used.
  deduction_kopecks bigint NOT NULL CHECK (deduction_kopecks >= 0),
  -- HELD: in WORK_TAX; RELEASED: the receipt is no more; SETTLED: the month has been decided.
  state text NOT NULL DEFAULT 'HELD' CHECK (state IN ('HELD', 'RELEASED', 'SETTLED')),
  PRIMARY KEY (account_id, payout_id)
);
CREATE INDEX tax_reserves_held ON tax_reserves (period, workman_id) WHERE state = 'HELD';
CREATE INDEX tax_reserves_workman ON tax_reserves (workman_id, period);

-- One month of one worker.
CREATE TABLE tax_payments (
  workman_id integer NOT NULL REFERENCES workmen,
  period text NOT NULL CHECK (period ~ '^[0-9]{6}$'),
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- DUE: to be decided; ORDERED: to be sent; SENT: the bank has it; PAID; REFUNDED: the reserve is the worker's again.
  state text NOT NULL CHECK (state IN ('DUE', 'ORDERED', 'SENT', 'PAID', 'REFUNDED')),
  -- What people were told last.
  outcome text CHECK (outcome IN ('PAID', 'PARTIALLY_PAID', 'REFUNDED_WITHOUT_REQUEST', 'REFUNDED_WITH_REQUEST', 'REFUNDED_INSUFFICIENT_FUNDS', 'REFUNDED_NO_DOCUMENTS')),
  reserved_kopecks bigint NOT NULL CHECK (reserved_kopecks >= 0),
  requested_kopecks bigint NOT NULL DEFAULT 0,
  tax_kopecks bigint NOT NULL DEFAULT 0,
  debt_kopecks bigint NOT NULL DEFAULT 0,
  penalty_kopecks bigint NOT NULL DEFAULT 0,
  paid_kopecks bigint NOT NULL DEFAULT 0,
  uin text,
  attempt smallint NOT NULL DEFAULT 1,
  -- When the background work looks again; empty when nothing is awaited.
  due_at timestamptz,
  sent_at timestamptz,
  PRIMARY KEY (workman_id, period),
  CHECK (paid_kopecks <= reserved_kopecks)
);
CREATE INDEX tax_payments_due ON tax_payments (state, due_at) WHERE due_at IS NOT NULL;
