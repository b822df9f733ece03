-- A role in a company is offered before it is had: the row of an invitation holds what the inviter has typed and names no person,
-- whoever the phone belongs to. It becomes a membership when the owner of the phone accepts it by a code.
ALTER TABLE account_users
  ALTER COLUMN person_id DROP NOT NULL,
  ADD COLUMN invited_phone text CHECK (invited_phone ~ '^79[0-9]{9}$'),
  ADD COLUMN invited_name text,
  ADD COLUMN invited_by integer REFERENCES people,
  DROP CONSTRAINT account_users_state_check,
  ADD CONSTRAINT account_users_state_check CHECK (state IN ('INVITED', 'ACTIVE', 'DISABLED')),
  ADD CONSTRAINT account_users_invitation CHECK ((state = 'INVITED') = (person_id IS NULL) AND (state <> 'INVITED' OR (invited_phone IS NOT NULL AND invited_name IS NOT NULL)));
CREATE UNIQUE INDEX account_users_invited ON account_users (account_id, invited_phone) WHERE state = 'INVITED';
CREATE INDEX account_users_invitations_of ON account_users (invited_phone) WHERE state = 'INVITED';

-- The company a person has chosen last: the one a new session opens.
ALTER TABLE people ADD COLUMN chosen_account_id integer REFERENCES accounts;
