-- Keys in the file storage that perhaps no row of `files` names: written before a file is stored, and
-- with the deletion of its row, so that a killed process leaves no file behind for ever.
CREATE TABLE unnamed_files (
  storage_key text PRIMARY KEY,
  since timestamptz NOT NULL,
  claimed_until timestamptz
);
CREATE INDEX unnamed_files_since ON unnamed_files (since);
