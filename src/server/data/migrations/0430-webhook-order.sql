-- Messages about one thing reach a receiver in the order of their numbers.
ALTER TABLE webhook_deliveries
  -- `job:12`, `registry:3`, `invoice:5`; NULL has no order.
  ADD COLUMN about text CHECK (char_length(about) <= 60),
  -- Transactions that could still commit a message with a smaller number are older than this one.
  ADD COLUMN after_xid bigint NOT NULL
    DEFAULT (pg_snapshot_xmax(pg_current_snapshot())::text::bigint);
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_id, about, id)
  WHERE state IN ('WAITING', 'SENDING');
