-- «Ваш столбец → наш»: how the file of this registry is read; NULL: by its own head.
ALTER TABLE registries ADD COLUMN file_choices jsonb;

-- The same for the company's next file with the same head.
CREATE TABLE registry_column_choices (
  account_id integer NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('job', 'payroll', 'workman', 'workman-registration')),
  -- SHA-256 of the head.
  head bytea NOT NULL CHECK (length(head) = 32),
  -- Key of our column → place in the file.
  places jsonb NOT NULL,
  -- Key of our column → text of every row.
  constants jsonb NOT NULL,
  chosen_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind, head)
);
