-- Reminders of papers that come to the end of their term.

-- The last reminder, in days before the end; -1: told that it has expired.
ALTER TABLE workman_documents ADD COLUMN reminded_days smallint;
CREATE INDEX workman_documents_terms ON workman_documents (expire_date) WHERE state IN ('VALID', 'EXPIRING');
