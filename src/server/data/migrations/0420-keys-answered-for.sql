-- A key belongs to the company: somebody answers for it, somebody gets its one-time codes.

ALTER TABLE api_keys
  ADD COLUMN responsible_id integer REFERENCES people,
  ADD COLUMN code_person_id integer REFERENCES people,
  -- When the owner was told that the key waits for somebody to answer for it.
  ADD COLUMN suspension_told_at timestamptz;

-- Until now both were the author; the list of keys says so, and the owner may change it.
UPDATE api_keys
SET responsible_id = created_by, code_person_id = created_by;

ALTER TABLE api_keys
  ALTER COLUMN responsible_id SET NOT NULL,
  ALTER COLUMN code_person_id SET NOT NULL;

CREATE INDEX api_keys_answered_for ON api_keys (account_id, responsible_id)
  WHERE revoked_at IS NULL;
