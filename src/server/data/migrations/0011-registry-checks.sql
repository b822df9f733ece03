-- What the check of a registry keeps beside its rows.

-- Rows the file seems to have, by its line ends: the measure of the progress while it is still being read.
ALTER TABLE registries ADD COLUMN expected_rows integer;

CREATE INDEX registry_items_warnings ON registry_items (account_id, registry_id, row_no) WHERE warning_count > 0;
