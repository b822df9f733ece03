-- Exports that take minutes wait in a queue of their own.
ALTER TABLE exports ADD COLUMN is_large boolean NOT NULL DEFAULT false;
