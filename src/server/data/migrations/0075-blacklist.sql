-- The black list is kept by people: who added an entry, and the worker when his profile was named.
ALTER TABLE blacklist_entries
  ADD COLUMN created_by integer REFERENCES people,
  -- His profile was named, not his number: the company is not told his ИНН and phone by the list.
  ADD COLUMN workman_id integer REFERENCES workmen;
-- One phone, one entry; an entry whose last day is over gives way to a new one.
CREATE UNIQUE INDEX blacklist_entries_phone ON blacklist_entries (account_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX blacklist_entries_list ON blacklist_entries (account_id, created_at DESC, id DESC);
CREATE INDEX blacklist_entries_until ON blacklist_entries (until) WHERE until IS NOT NULL;

-- Entries removed one by one, for the minute in which they can be put back.
CREATE TABLE blacklist_removals (
  account_id integer NOT NULL REFERENCES accounts,
  id integer NOT NULL,
  inn text,
  phone text,
  full_name text,
  reason text NOT NULL,
  comment text,
  until date,
  created_at timestamptz NOT NULL,
  created_by integer,
  workman_id integer,
  removed_by integer NOT NULL REFERENCES people,
  removed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX blacklist_removals_old ON blacklist_removals (removed_at);
