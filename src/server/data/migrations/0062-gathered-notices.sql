-- One notice for a worker and a registry, however many of its rows are his: what comes while he has not read it joins it.
-- `account-registry`; NULL: of no registry.
ALTER TABLE notices ADD COLUMN gathers text COLLATE "C";
CREATE UNIQUE INDEX notices_gathering ON notices (person_id, type, gathers) WHERE gathers IS NOT NULL AND read_at IS NULL;
