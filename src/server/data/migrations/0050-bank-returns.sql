-- Orders the bank sent back after it had confirmed them: how far its list has been read, and each until its order has taken it.

CREATE TABLE bank_return_cursor (
  -- One row for the platform.
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- The bank's own mark; NULL before the first reading.
  position text
);
INSERT INTO bank_return_cursor DEFAULT VALUES;

CREATE TABLE bank_returns (
  order_id text COLLATE "C" PRIMARY KEY,
  reason text NOT NULL,
  returned_at timestamptz NOT NULL,
  heard_at timestamptz NOT NULL,
  -- Empty while the order cannot take it: the answer to the order itself may not be written yet.
  settled_at timestamptz,
  due_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  -- Why the last try failed.
  problem text
);
CREATE INDEX bank_returns_waiting ON bank_returns (due_at) WHERE settled_at IS NULL;

-- The simulated bank numbers a return when it shows it for the first time: whoever reads from a number on misses none.
CREATE SEQUENCE sandbox.bank_return_numbers;
GRANT USAGE ON SEQUENCE sandbox.bank_return_numbers TO platform_app;
ALTER TABLE sandbox.bank_orders ADD COLUMN return_no bigint UNIQUE;
DROP INDEX sandbox.bank_orders_returned;
CREATE INDEX bank_orders_to_return ON sandbox.bank_orders (return_at) WHERE return_at IS NOT NULL AND return_no IS NULL;
