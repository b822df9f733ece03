-- Invitations to phones nobody has registered leave the product as text messages, and open invites come to their end by themselves.

ALTER TABLE job_invites
  -- The customer typed the phone himself, so it is no secret to him.
  ADD COLUMN is_by_phone boolean NOT NULL DEFAULT false,
  -- The id of the link, sealed, until its message has gone; from then on the message is its only readable copy.
  ADD COLUMN sealed_id bytea,
  -- When the message may be sent; of one being sent: when whoever took it counts as killed. NULL: there is none.
  ADD COLUMN message_due_at timestamptz,
  ADD COLUMN message_attempts smallint NOT NULL DEFAULT 0;
CREATE INDEX job_invites_message ON job_invites (message_due_at) WHERE message_due_at IS NOT NULL;
CREATE INDEX job_invites_open ON job_invites (expires_at) WHERE state IN ('SENT', 'VIEWED');
-- How many messages strangers have already sent to a phone.
CREATE INDEX job_invites_phone_messages ON job_invites (phone, created_at) WHERE secret_hash IS NOT NULL;
