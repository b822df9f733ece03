-- Codes asked for without a session belong to whoever asked: a stranger's requests and guesses
-- spend his own budget, not that of the phone's owner.
ALTER TABLE one_time_codes
  -- The device's own mark, else its address; NULL: asked for by a signed-in person.
  ADD COLUMN requester text,
  -- A proof of work is taken once.
  ADD COLUMN proof text UNIQUE;
CREATE INDEX one_time_codes_requester ON one_time_codes (phone, requester, id)
  WHERE requester IS NOT NULL;
