-- Items of background work that could not be done: each waits by itself, longer each time, and keeps no other waiting.

CREATE TABLE set_aside_items (
  -- The task's name, and what it calls the item.
  task text NOT NULL,
  item text COLLATE "C" NOT NULL,
  tries smallint NOT NULL,
  due_at timestamptz NOT NULL,
  -- Why the last try failed.
  problem text NOT NULL,
  first_at timestamptz NOT NULL,
  -- The item itself, where nothing else keeps it.
  content jsonb,
  PRIMARY KEY (task, item)
);

-- What the bank was ordered, masked; empty until then, and again when the payout is to be tried anew.
ALTER TABLE payouts ADD COLUMN destination_mask text, ADD COLUMN destination_holder text;

-- Returns that cannot be taken yet wait there as well.
DROP INDEX bank_returns_waiting;
ALTER TABLE bank_returns DROP COLUMN due_at, DROP COLUMN attempts, DROP COLUMN problem;
CREATE INDEX bank_returns_waiting ON bank_returns (heard_at) WHERE settled_at IS NULL;
