-- Where money goes changes only by its owner's own word, and he can take it back.

-- The moment a code named this card: payouts go to the chosen one, withdrawals to confirmed ones.
ALTER TABLE workman_cards ADD COLUMN confirmed_at timestamptz;
-- What payouts went to until now stays what they go to: the card chosen last, else the newest.
UPDATE workman_cards c
SET chosen_at = CASE WHEN chosen.id IS NOT NULL THEN coalesce(c.chosen_at, c.bound_at) END,
  confirmed_at = c.bound_at
FROM workman_cards every
LEFT JOIN (SELECT DISTINCT ON (workman_id) id
  FROM workman_cards
  WHERE status = 'ok'
  ORDER BY workman_id, chosen_at DESC NULLS LAST, id DESC) chosen ON chosen.id = every.id
WHERE every.id = c.id;
CREATE UNIQUE INDEX workman_cards_chosen ON workman_cards (workman_id)
  WHERE chosen_at IS NOT NULL;

CREATE TABLE destination_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Who changed it.
  person_id integer NOT NULL REFERENCES people,
  -- The company whose account it is; NULL: the person's own.
  account_id integer REFERENCES accounts,
  kind text NOT NULL
    CHECK (kind IN ('CARD', 'PAYMENT_ACCOUNT', 'SBP', 'WITHDRAWAL', 'PHONE', 'ACCOUNT')),
  -- Masked, as the messages name it.
  shown text NOT NULL,
  changed_at timestamptz NOT NULL,
  -- «Это не я»: once.
  disowned_at timestamptz
);
CREATE INDEX destination_changes_person ON destination_changes (person_id, changed_at);

ALTER TABLE workmen
  -- Sums above the bound wait until then, because the destination is new.
  ADD COLUMN large_payouts_from timestamptz,
  -- «Это не я» was said of this change; nothing is paid until the stop is lifted.
  ADD COLUMN payouts_stopped_by bigint REFERENCES destination_changes;

-- Why a READY payout waits.
ALTER TABLE payouts ADD COLUMN waits_for text
  CHECK (waits_for IN ('STOPPED', 'NEW_DESTINATION'));

-- A message whose address is said: told whatever the person has chosen, also to the phone he had.
ALTER TABLE outgoing_messages ADD COLUMN recipient text;
DROP INDEX outgoing_messages_gathering;
CREATE UNIQUE INDEX outgoing_messages_gathering
  ON outgoing_messages (person_id, account_id, channel)
  WHERE state = 'WAITING' AND digest_day IS NULL AND attempts = 0 AND recipient IS NULL;
