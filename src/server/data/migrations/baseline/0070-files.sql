-- Stored files; their bytes lie under `storage_key` in the data folder or the bucket.

CREATE TABLE files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer REFERENCES accounts,
  person_id integer NOT NULL REFERENCES people,
  name text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  storage_key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);
