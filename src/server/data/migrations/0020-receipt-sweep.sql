-- Looking for receipts that workers have annulled themselves in «Мой налог»: one pass over all workers, then a pause.

CREATE TABLE receipt_sweep (
  -- One row for the platform.
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- The pass goes on after this worker.
  after_workman_id integer NOT NULL DEFAULT 0,
  -- Milliseconds, as the clock of the product: the step that was read is the step that is written.
  due_at timestamptz(3) NOT NULL
);
INSERT INTO receipt_sweep (due_at) VALUES (now() + interval '1 hour');

-- Receipts nobody stands behind any more although their payment has been made: what a customer may have to explain.
CREATE INDEX receipts_annulled_by_workman ON receipts (account_id, payout_id) WHERE state = 'REVERSED_BY_WORKMAN';
