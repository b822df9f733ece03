-- Two sheets of one book are two registries.
DROP INDEX registries_file;
CREATE UNIQUE INDEX registries_file
  ON registries (account_id, kind, file_sha256, lower(coalesce(file_choices ->> 'sheet', '')))
  WHERE file_sha256 IS NOT NULL AND state NOT IN ('CANCELED', 'ERROR');
