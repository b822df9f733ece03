-- Rows as they were before the last repair of many: what «Отменить» gives back. One repair a
-- registry, for two days.
CREATE TABLE registry_repairs (
  account_id integer NOT NULL,
  registry_id integer NOT NULL,
  row_no integer NOT NULL,
  -- Of the registry after the repair: a later change ends the way back.
  version integer NOT NULL,
  is_removed boolean NOT NULL,
  cells text[] NOT NULL,
  sealed bytea,
  repaired_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, registry_id, row_no),
  FOREIGN KEY (account_id, registry_id) REFERENCES registries ON DELETE CASCADE
);
CREATE INDEX registry_repairs_age ON registry_repairs (repaired_at);
