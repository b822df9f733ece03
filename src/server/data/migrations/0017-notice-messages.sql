-- Notices that leave the product: e-mails and text messages.

-- Only what differs from the catalogue's own choice.
CREATE TABLE notice_settings (
  person_id integer NOT NULL REFERENCES people,
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  topic text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('AT_ONCE', 'DAILY', 'OFF')),
  PRIMARY KEY (person_id, channel, topic)
);

-- What one statement has written into notices and nobody has looked through for messages yet. One row for a batch of a thousand
-- payouts, so that paying does not wait for anybody's wishes about e-mails.
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
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  -- The day of a digest; NULL: sent at once.
  digest_day date,
  notice_ids bigint[] NOT NULL,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENDING', 'SENT', 'FAILED', 'SKIPPED')),
  -- When it may be taken; of one being sent: when whoever took it counts as killed.
  due_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX outgoing_messages_due ON outgoing_messages (due_at) WHERE state IN ('WAITING', 'SENDING');
CREATE INDEX outgoing_messages_person ON outgoing_messages (person_id, channel, created_at);
-- What comes while a message waits joins it, until somebody has begun to send it.
CREATE UNIQUE INDEX outgoing_messages_gathering ON outgoing_messages (person_id, channel) WHERE state = 'WAITING' AND digest_day IS NULL AND attempts = 0;
CREATE UNIQUE INDEX outgoing_messages_digest ON outgoing_messages (person_id, channel, digest_day) WHERE digest_day IS NOT NULL;

-- Digests are made up person by person; a row remembers how far a day has come.
CREATE TABLE notice_digests (
  day date PRIMARY KEY,
  from_at timestamptz NOT NULL,
  through_person_id integer NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false
);

-- The outside world of the demonstration: mailboxes, and gateways that send one id once.
ALTER TABLE sandbox.switches DROP CONSTRAINT switches_service_check;
ALTER TABLE sandbox.switches ADD CONSTRAINT switches_service_check CHECK (service IN ('bank', 'tax-service', 'sms', 'mail'));
INSERT INTO sandbox.switches (service, fail_reason) VALUES ('mail', 'GATEWAY_FAULT');
ALTER TABLE sandbox.sms ADD COLUMN message_id text UNIQUE;
CREATE TABLE sandbox.mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL UNIQUE,
  email text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  arrives_at timestamptz NOT NULL
);
CREATE INDEX mails_email ON sandbox.mails (email, id DESC);
