-- What the summary of a company counts. Only rows that wait for somebody are in these indexes, so they stay small beside a million rows that do not.

CREATE INDEX registries_waiting ON registries (account_id, kind, state) WHERE state IN ('APPROVAL', 'INVALID', 'PARTIALLY_READY');
CREATE INDEX job_offers_waiting ON job_offers (account_id, job_id) WHERE state = 'CREATED';
