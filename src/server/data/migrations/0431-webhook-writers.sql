-- Of the transactions that may still commit a message with a smaller number only writers of messages
-- matter: `after_xid` counted those of every database of the cluster.
ALTER TABLE webhook_deliveries RENAME COLUMN after_xid TO written_by;
ALTER TABLE webhook_deliveries
  ALTER COLUMN written_by SET DEFAULT (pg_current_xact_id()::text::bigint);
