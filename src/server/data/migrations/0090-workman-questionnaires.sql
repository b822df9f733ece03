-- Registration of workers: how far the questionnaire is, what the bank and the tax service were asked and have said.

CREATE TABLE workman_questionnaires (
  workman_id integer PRIMARY KEY REFERENCES workmen,
  -- Steps the person has confirmed; what they hold is in workmen, sealed_profile and workman_payment_accounts.
  saved_steps text[] NOT NULL DEFAULT '{}',
  -- What the public register of the self-employed has said of his number.
  is_self_employed boolean,
  -- Number of the application at the bank: a corrected questionnaire is another one.
  attempt integer NOT NULL DEFAULT 0,
  -- Since when the status is what it is, and when the background work looks again.
  status_since timestamptz,
  due_at timestamptz,
  -- Faults of the bank in a row; after three support is asked.
  bank_faults smallint NOT NULL DEFAULT 0,
  -- Id of the registration in the tax service; empty until it has taken one.
  tax_request_id text,
  -- The bank knows who he is.
  is_identified boolean NOT NULL DEFAULT false,
  -- What the bank or the tax service said, as they said it.
  message text,
  error text
);
CREATE INDEX workman_questionnaires_due ON workman_questionnaires (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX workmen_moderation ON workmen (id) WHERE state = 'MODERATION';

-- Workers who were registered before there were questionnaires: the bank has paid them.
INSERT INTO workman_questionnaires (workman_id, is_identified) SELECT id, true FROM workmen WHERE registration_status = 'COMPLETE';

-- The simulated bank and tax service.

CREATE TABLE sandbox.onboarding_settings (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  bank_after_seconds integer NOT NULL DEFAULT 5 CHECK (bank_after_seconds BETWEEN 0 AND 864000),
  -- What becomes of the next applications; the ones after them are accepted.
  bank_next text NOT NULL DEFAULT 'INVALID' CHECK (bank_next IN ('INVALID', 'ERROR', 'LOST')),
  bank_next_count integer NOT NULL DEFAULT 0 CHECK (bank_next_count BETWEEN 0 AND 1000000),
  bank_message text NOT NULL DEFAULT 'DOCUMENT_INVALID: passport не найден в базе МВД, inn не совпадает с паспортом',
  tax_after_seconds integer NOT NULL DEFAULT 10 CHECK (tax_after_seconds BETWEEN 0 AND 864000),
  tax_next text NOT NULL DEFAULT 'FAILED' CHECK (tax_next IN ('REFUSED', 'FAILED', 'FAULT', 'LOST')),
  tax_next_count integer NOT NULL DEFAULT 0 CHECK (tax_next_count BETWEEN 0 AND 1000000),
  tax_message text NOT NULL DEFAULT '7:1: Данные паспорта не совпадают с данными ФНС'
);
INSERT INTO sandbox.onboarding_settings DEFAULT VALUES;

CREATE TABLE sandbox.bank_clients (
  application_id text COLLATE "C" PRIMARY KEY,
  inn text NOT NULL,
  answer_at timestamptz NOT NULL,
  result text NOT NULL CHECK (result IN ('VALID', 'INVALID', 'ERROR')),
  message text
);

CREATE TABLE sandbox.tax_registrations (
  id text COLLATE "C" PRIMARY KEY,
  inn text COLLATE "C" NOT NULL,
  phone text,
  answer_at timestamptz NOT NULL,
  failure text
);
CREATE INDEX tax_registrations_inn ON sandbox.tax_registrations (inn);
