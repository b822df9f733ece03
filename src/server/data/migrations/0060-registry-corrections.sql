-- The registry whose unpaid rows this one corrects. One at a time: the same rows in two registries could be paid twice.
ALTER TABLE registries ADD COLUMN corrects_id integer;
CREATE UNIQUE INDEX registries_one_correction ON registries (account_id, corrects_id) WHERE corrects_id IS NOT NULL AND state NOT IN ('CANCELED', 'ERROR');

-- A registry whose rows with errors were never paid is not done.
UPDATE registries SET state = 'PARTIALLY_EXECUTED' WHERE kind = 'payroll' AND state = 'EXECUTED' AND error_count > 0;
