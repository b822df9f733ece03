-- What people are told: in the product, by e-mail and by text message.

CREATE TABLE notices (
  person_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id integer,
  type text NOT NULL,
  resource jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- `account-registry`, NULL: of no registry. A worker has one notice of a registry, however many
  -- of its rows are his: what comes while he has not read it joins it.
  gathers text COLLATE "C",
  PRIMARY KEY (person_id, id)
);
CREATE INDEX notices_unread ON notices (person_id, id DESC) WHERE read_at IS NULL;
CREATE UNIQUE INDEX notices_gathering ON notices (person_id, type, gathers)
  WHERE gathers IS NOT NULL AND read_at IS NULL;

-- Only what differs from the catalogue's own choice.
CREATE TABLE notice_settings (
  person_id integer NOT NULL REFERENCES people,
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  topic text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('AT_ONCE', 'DAILY', 'OFF')),
  PRIMARY KEY (person_id, channel, topic)
);

-- What one statement has written into notices and nobody has looked through for messages yet. One
-- row for a batch of a thousand payouts, so that paying does not wait for anybody's wishes about
-- e-mails.
CREATE TABLE notice_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  person_ids integer[] NOT NULL,
  notice_ids bigint[] NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE outgoing_messages (
  -- Also the message's id at the gateway, which sends one id once.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id integer NOT NULL,
  -- 0: to the person; otherwise a copy to the address of this company.
  account_id integer NOT NULL DEFAULT 0,
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  -- The day of a digest; NULL: sent at once.
  digest_day date,
  notice_ids bigint[] NOT NULL,
  state text NOT NULL DEFAULT 'WAITING'
    CHECK (state IN ('WAITING', 'SENDING', 'SENT', 'FAILED', 'SKIPPED')),
  -- When it may be taken; of one being sent: when whoever took it counts as killed.
  due_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX outgoing_messages_due ON outgoing_messages (due_at)
  WHERE state IN ('WAITING', 'SENDING');
CREATE INDEX outgoing_messages_person ON outgoing_messages (person_id, channel, created_at);
CREATE UNIQUE INDEX outgoing_messages_digest ON outgoing_messages (person_id, channel, digest_day)
  WHERE digest_day IS NOT NULL;
-- What comes while a message waits joins it, until somebody has begun to send it.
CREATE UNIQUE INDEX outgoing_messages_gathering
  ON outgoing_messages (person_id, account_id, channel)
  WHERE state = 'WAITING' AND digest_day IS NULL AND attempts = 0;

-- Digests are made up person by person; a row remembers how far a day has come.
CREATE TABLE notice_digests (
  day date PRIMARY KEY,
  from_at timestamptz NOT NULL,
  through_person_id integer NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false
);
