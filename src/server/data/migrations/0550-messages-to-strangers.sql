-- Each message a company causes to somebody it never dealt with: a link to an unregistered phone,
-- sent for the first time or again, or an invitation of a registered workman. Counted by day.
CREATE TABLE stranger_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES accounts,
  phone text NOT NULL CHECK (phone ~ '^79[0-9]{9}$'),
  is_link boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX stranger_messages_company ON stranger_messages (account_id, created_at);
CREATE INDEX stranger_messages_phone ON stranger_messages (phone, created_at) WHERE is_link;
INSERT INTO stranger_messages (account_id, phone, is_link, created_at)
  SELECT account_id, phone, true, created_at
  FROM job_invites
  WHERE secret_hash IS NOT NULL AND created_at > now() - interval '2 days'
  UNION ALL SELECT account_id, phone, true, created_at
  FROM workman_registrations
  WHERE created_at > now() - interval '2 days';
DROP INDEX job_invites_phone_messages;
