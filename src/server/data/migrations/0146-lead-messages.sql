-- Phones of those who want to be called go to the support by e-mail. No due time: the mail gateway has taken the message.
ALTER TABLE workman_leads
  ADD COLUMN message_due_at timestamptz,
  ADD COLUMN message_attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN sent_at timestamptz;
UPDATE workman_leads SET message_due_at = created_at;
CREATE INDEX workman_leads_message ON workman_leads (message_due_at) WHERE message_due_at IS NOT NULL;

-- One address leaves only so many phones in an hour.
ALTER TABLE entry_attempts
  DROP CONSTRAINT entry_attempts_kind_check,
  ADD CONSTRAINT entry_attempts_kind_check CHECK (kind IN ('invitation', 'registration-context', 'lead'));
