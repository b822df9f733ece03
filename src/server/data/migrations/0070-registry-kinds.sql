-- Registries of every kind: what a row says beyond the columns that are searched, summed or paid.

ALTER TABLE registry_items
  -- Whom the row invites or registers; rows of one registry with the same phone are neighbours.
  ADD COLUMN phone text,
  -- Values of kinds other than payroll; payrolls keep columns of their own, which are summed and joined while 100 000 rows are paid.
  ADD COLUMN "values" jsonb,
  -- Personal cells and values, sealed; their places in cells are empty then.
  ADD COLUMN sealed bytea,
  -- What became of the row, in words for the person.
  ADD COLUMN result text;
CREATE INDEX registry_items_phone ON registry_items (account_id, registry_id, phone) WHERE phone IS NOT NULL;

-- The row of a registry that made the job.
ALTER TABLE jobs ADD COLUMN registry_row_no integer;
CREATE INDEX jobs_registry_row ON jobs (account_id, registry_id, registry_row_no) WHERE registry_row_no IS NOT NULL;

-- Links of invitations leave as text messages: the id stays sealed until its message has gone, as with job_invites.
ALTER TABLE workman_registrations
  ADD COLUMN sealed_id bytea,
  ADD COLUMN message_due_at timestamptz,
  ADD COLUMN message_attempts smallint NOT NULL DEFAULT 0,
  ADD COLUMN sent_at timestamptz,
  -- The message was given up.
  ADD COLUMN not_sent_at timestamptz,
  ADD COLUMN opened_at timestamptz,
  -- Passport, address and bank details of a prepared registration.
  ADD COLUMN sealed bytea,
  ADD COLUMN created_by integer REFERENCES people,
  ADD COLUMN tags text[],
  ADD COLUMN comment text;
CREATE INDEX workman_registrations_message ON workman_registrations (message_due_at) WHERE message_due_at IS NOT NULL;
CREATE UNIQUE INDEX workman_registrations_row ON workman_registrations (account_id, registry_id, row_no) WHERE registry_id IS NOT NULL;
CREATE INDEX workman_registrations_company ON workman_registrations (account_id, phone);
-- How many messages strangers have already sent to a phone.
CREATE INDEX workman_registrations_sent ON workman_registrations (phone, created_at);
