-- Messages about one thing reach a receiver in the order of their numbers.
ALTER TABLE webhook_deliveries
  -- `job:12`, `registry:3`, `invoice:5`; NULL has no order.
  ADD COLUMN about text CHECK (char_length(about) <= 60),
  -- The transaction that wrote it: older ones may still commit a message with a smaller number.
  ADD COLUMN written_by bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_id, about, id)
  WHERE state IN ('WAITING', 'SENDING');
