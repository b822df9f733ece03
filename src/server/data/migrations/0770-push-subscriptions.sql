-- Browsers that show a person's notices. A message is encrypted for the keys of one browser and left at
-- the endpoint that its push service gave it.
CREATE TABLE push_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id integer NOT NULL REFERENCES people,
  -- Nothing is sent to a browser once its session was ended.
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL,
  -- When a message was last taken.
  used_at timestamptz
);
CREATE INDEX push_subscriptions_person ON push_subscriptions (person_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

ALTER TABLE notice_settings
  DROP CONSTRAINT notice_settings_channel_check,
  ADD CONSTRAINT notice_settings_channel_check CHECK (channel IN ('EMAIL', 'SMS', 'PUSH')),
  ADD CONSTRAINT notice_settings_push_check CHECK (channel <> 'PUSH' OR mode <> 'DAILY');
ALTER TABLE outgoing_messages
  DROP CONSTRAINT outgoing_messages_channel_check,
  ADD CONSTRAINT outgoing_messages_channel_check CHECK (channel IN ('EMAIL', 'SMS', 'PUSH'));
