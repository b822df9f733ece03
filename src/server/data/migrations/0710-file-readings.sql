-- A file that a person has sent to be read, until it becomes a registry. It goes with its key, which
-- nothing in `files` names, a day later.
CREATE TABLE file_readings (
  id text PRIMARY KEY,
  account_id integer NOT NULL REFERENCES accounts,
  person_id integer NOT NULL REFERENCES people,
  kind text NOT NULL CHECK (kind IN ('job', 'payroll', 'workman', 'workman-registration')),
  storage_key text NOT NULL UNIQUE REFERENCES unnamed_files ON DELETE CASCADE,
  -- NULL: copied rows, which the server made a text of.
  file_name text,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL
);
