-- The worker's wallet: cards bound at the bank, details confirmed by a code, money taken out.

-- Which of several cards payouts go to; the newest one while nobody has chosen.
ALTER TABLE workman_cards
  ADD COLUMN chosen_at timestamptz,
  -- When the bank is asked next whether the card still works.
  ADD COLUMN check_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX workman_cards_check ON workman_cards (check_at) WHERE status <> 'unbound';
-- A bank that the directory does not know has no name here.
ALTER TABLE workman_payment_accounts ALTER COLUMN bank_name DROP NOT NULL;

-- The directory of banks by БИК; what is not in it is taken by the key of the account alone.
CREATE TABLE banks (
  bik text PRIMARY KEY CHECK (bik ~ '^[0-9]{9}$'),
  name text NOT NULL,
  cor_account_number text NOT NULL CHECK (cor_account_number ~ '^301[0-9]{17}$')
);
INSERT INTO banks (bik, name, cor_account_number) VALUES
  ('044525225', 'ПАО Сбербанк', '30101810400000000225'),
  ('044525974', 'АО «ТБанк»', '30101810145250000974'),
  ('044525593', 'АО «Альфа-Банк»', '30101810200000000593'),
  ('044525187', 'Банк ВТБ (ПАО)', '30101810700000000187'),
  ('044525823', 'Банк ГПБ (АО)', '30101810200000000823'),
  ('044525111', 'АО «Россельхозбанк»', '30101810200000000111'),
  ('044525700', 'АО «Райффайзенбанк»', '30101810200000000700');

-- Millionths of a withdrawn sum; nothing is taken until a tariff says so.
INSERT INTO rates (code, from_date, value) VALUES ('withdrawal-fee-ppm', '2019-01-01', 0);

-- A person sent to the bank's page to bind a card, until the bank says what came of it.
CREATE TABLE card_bindings (
  workman_id integer NOT NULL REFERENCES workmen,
  -- Names the binding to the bank; random, because it is part of an address.
  id text NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'BOUND', 'FAILED', 'EXPIRED')),
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (workman_id, id)
);
CREATE INDEX card_bindings_due ON card_bindings (due_at) WHERE state = 'PENDING';

CREATE TABLE withdrawals (
  workman_id integer NOT NULL REFERENCES workmen,
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  card_id integer NOT NULL,
  -- States of payouts; the money has left the wallet in all but RETURNED and FAILED.
  state text NOT NULL CHECK (state IN ('READY', 'SENT', 'PAID', 'RETURNED', 'FAILED')),
  -- What leaves the wallet; the card gets it less the fee.
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks > 0),
  fee_kopecks bigint NOT NULL CHECK (fee_kopecks >= 0),
  failure_reason text,
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  paid_at timestamptz,
  returned_at timestamptz,
  PRIMARY KEY (workman_id, id),
  FOREIGN KEY (workman_id, card_id) REFERENCES workman_cards,
  CHECK (fee_kopecks < amount_kopecks)
);
CREATE INDEX withdrawals_due ON withdrawals (state, due_at, id) WHERE state IN ('READY', 'SENT');

-- The bank's own books of cards.
CREATE TABLE sandbox.card_bindings (
  id text PRIMARY KEY,
  return_url text NOT NULL,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'BOUND', 'FAILED')),
  token text,
  pan_mask text
);
CREATE TABLE sandbox.bank_cards (
  token text PRIMARY KEY,
  status text NOT NULL DEFAULT 'ok' CHECK (status IN ('ok', 'expired', 'blocked'))
);
