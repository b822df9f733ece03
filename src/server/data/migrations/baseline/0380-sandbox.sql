-- The outside world of the demonstration: a bank, the tax service, people's phones and mailboxes.
-- These tables are not ours: they stand for other companies' systems, which outlive our process and
-- keep their own books. Nothing of the product reads them but the sandbox.

CREATE SCHEMA sandbox;
GRANT USAGE ON SCHEMA sandbox TO platform_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA sandbox
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO platform_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA sandbox GRANT USAGE, SELECT ON SEQUENCES TO platform_app;

-- How far the demonstration's clock is ahead of the machine's: a restart goes on where it was. One
-- row.
CREATE TABLE sandbox.clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  offset_ms bigint NOT NULL
);
INSERT INTO sandbox.clock (offset_ms) VALUES (0);

-- How each outside service behaves, set by a person on the sandbox page or by a test.
CREATE TABLE sandbox.switches (
  service text PRIMARY KEY CHECK (service IN ('bank', 'tax-service', 'sms', 'mail')),
  out_of_reach boolean NOT NULL DEFAULT false,
  -- 0: the answer comes with the call.
  answer_after_seconds integer NOT NULL DEFAULT 0
    CHECK (answer_after_seconds BETWEEN 0 AND 864000),
  fail_next integer NOT NULL DEFAULT 0 CHECK (fail_next BETWEEN 0 AND 1000000),
  -- A reason of the bank's port, an error code of the tax service's.
  fail_reason text NOT NULL,
  -- The bank only: how many of the next orders come back after they were done, and how long after.
  return_next integer NOT NULL DEFAULT 0 CHECK (return_next BETWEEN 0 AND 1000000),
  return_reason text NOT NULL DEFAULT 'ACCOUNT_CLOSED',
  return_after_seconds integer NOT NULL DEFAULT 1
    CHECK (return_after_seconds BETWEEN 1 AND 864000)
);
INSERT INTO sandbox.switches (service, fail_reason) VALUES
  ('bank', 'CARD_BLOCKED'),
  ('tax-service', 'INTERNAL_ERROR'),
  ('sms', 'GATEWAY_FAULT'),
  ('mail', 'GATEWAY_FAULT');

-- How the bank and the tax service answer to registrations of workers. One row.
CREATE TABLE sandbox.onboarding_settings (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  bank_after_seconds integer NOT NULL DEFAULT 5 CHECK (bank_after_seconds BETWEEN 0 AND 864000),
  -- What becomes of the next applications; the ones after them are accepted.
  bank_next text NOT NULL DEFAULT 'INVALID' CHECK (bank_next IN ('INVALID', 'ERROR', 'LOST')),
  bank_next_count integer NOT NULL DEFAULT 0 CHECK (bank_next_count BETWEEN 0 AND 1000000),
  bank_message text NOT NULL
    DEFAULT 'DOCUMENT_INVALID: passport не найден в базе МВД, inn не совпадает с паспортом',
  tax_after_seconds integer NOT NULL DEFAULT 10 CHECK (tax_after_seconds BETWEEN 0 AND 864000),
  tax_next text NOT NULL DEFAULT 'FAILED'
    CHECK (tax_next IN ('REFUSED', 'FAILED', 'FAULT', 'LOST')),
  tax_next_count integer NOT NULL DEFAULT 0 CHECK (tax_next_count BETWEEN 0 AND 1000000),
  tax_message text NOT NULL DEFAULT '7:1: Данные паспорта не совпадают с данными ФНС'
);
INSERT INTO sandbox.onboarding_settings DEFAULT VALUES;

-- How the tax service answers to requests for access and references. One row.
CREATE TABLE sandbox.tax_settings (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- What becomes of a request for access when nobody presses a button.
  bind_answer text NOT NULL DEFAULT 'CONFIRM'
    CHECK (bind_answer IN ('CONFIRM', 'REFUSE', 'WAIT')),
  bind_after_seconds integer NOT NULL DEFAULT 15 CHECK (bind_after_seconds BETWEEN 0 AND 864000),
  fail_references integer NOT NULL DEFAULT 0 CHECK (fail_references BETWEEN 0 AND 1000000)
);
INSERT INTO sandbox.tax_settings DEFAULT VALUES;

-- The bank.

-- The bank numbers a return when it shows it for the first time: whoever reads from a number on
-- misses none.
CREATE SEQUENCE sandbox.bank_return_numbers;

CREATE TABLE sandbox.bank_orders (
  order_id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL,
  amount_kopecks bigint NOT NULL,
  destination text NOT NULL,
  recipient_name text NOT NULL,
  recipient_inn text NOT NULL,
  purpose text NOT NULL,
  taken_at timestamptz NOT NULL,
  -- From this moment the answer is known: `failure_reason`, or done.
  answer_at timestamptz NOT NULL,
  failure_reason text,
  -- From this moment the order has come back.
  return_at timestamptz,
  return_reason text,
  return_no bigint UNIQUE
);
CREATE INDEX bank_orders_to_return ON sandbox.bank_orders (return_at)
  WHERE return_at IS NOT NULL AND return_no IS NULL;

-- The statement of the platform's account.
CREATE TABLE sandbox.bank_incomes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id text COLLATE "C" NOT NULL,
  bank_provider text NOT NULL DEFAULT 'MAIN',
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks > 0),
  payer_inn text NOT NULL,
  payer_name text NOT NULL,
  purpose text NOT NULL,
  at timestamptz NOT NULL
);

-- Top-ups of the helper page, which go round the statement. Numbered far above invoices: both are
-- sources of ledger entries.
CREATE TABLE sandbox.bank_statement (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 900000000001) PRIMARY KEY,
  account_id integer NOT NULL,
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks > 0),
  at timestamptz NOT NULL
);

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

CREATE TABLE sandbox.bank_clients (
  application_id text COLLATE "C" PRIMARY KEY,
  inn text NOT NULL,
  answer_at timestamptz NOT NULL,
  result text NOT NULL CHECK (result IN ('VALID', 'INVALID', 'ERROR')),
  message text
);

-- The tax service.

-- Whoever is not here is no self-employed person to the tax service.
CREATE TABLE sandbox.taxpayers (
  inn text COLLATE "C" PRIMARY KEY,
  -- The number the person has been given instead of this one.
  current_inn text,
  -- NULL: as whoever asks knows them.
  last_name text,
  first_name text,
  middle_name text,
  phone text,
  registered boolean NOT NULL DEFAULT true,
  unregistered_reason text CHECK (unregistered_reason IN ('REFUSE', 'RIGHTS_LOST')),
  restricted boolean NOT NULL DEFAULT false,
  -- Whether the person let the platform act in «Мой налог».
  bound boolean NOT NULL DEFAULT true,
  unbound_at timestamptz,
  permissions text[] NOT NULL DEFAULT
    '{INCOME_REGISTRATION,PAYMENT_INFORMATION,TAX_PAYMENT,INCOME_LIST,INCOME_SUMMARY,CANCEL_INCOME}',
  -- Income of the running year that did not come through us.
  other_income_kopecks bigint NOT NULL DEFAULT 0 CHECK (other_income_kopecks >= 0),
  -- What is left of the tax deduction.
  bonus_kopecks bigint NOT NULL DEFAULT 1000000 CHECK (bonus_kopecks >= 0)
);
CREATE INDEX taxpayers_unbound ON sandbox.taxpayers (unbound_at) WHERE unbound_at IS NOT NULL;
CREATE INDEX taxpayers_phone ON sandbox.taxpayers (phone) WHERE phone IS NOT NULL;

CREATE TABLE sandbox.tax_registrations (
  id text COLLATE "C" PRIMARY KEY,
  inn text COLLATE "C" NOT NULL,
  phone text,
  answer_at timestamptz NOT NULL,
  failure text
);
CREATE INDEX tax_registrations_inn ON sandbox.tax_registrations (inn);

CREATE TABLE sandbox.tax_bind_requests (
  id text COLLATE "C" PRIMARY KEY,
  inn text COLLATE "C" NOT NULL,
  permissions text[] NOT NULL,
  asked_at timestamptz NOT NULL,
  -- From this moment the answer is known; NULL: waits for a person.
  answer_at timestamptz,
  is_confirmed boolean
);
CREATE INDEX tax_bind_requests_inn ON sandbox.tax_bind_requests (inn);

CREATE TABLE sandbox.tax_incomes (
  operation_id text COLLATE "C" PRIMARY KEY,
  inn text COLLATE "C" NOT NULL,
  service_name text NOT NULL,
  amount_kopecks bigint NOT NULL,
  operation_at timestamptz NOT NULL,
  customer_inn text NOT NULL,
  customer_name text NOT NULL,
  received_at timestamptz NOT NULL,
  -- From this moment the answer is known: `error`, or registered.
  answer_at timestamptz NOT NULL,
  error text,
  receipt_id text NOT NULL,
  canceled_at timestamptz,
  cancel_reason text,
  canceled_by text CHECK (canceled_by IN ('PLATFORM', 'WORKMAN'))
);
CREATE INDEX tax_incomes_inn ON sandbox.tax_incomes (inn, operation_at);

CREATE TABLE sandbox.tax_accruals (
  inn text COLLATE "C" NOT NULL,
  period text NOT NULL CHECK (period ~ '^[0-9]{6}$'),
  tax_kopecks bigint NOT NULL CHECK (tax_kopecks >= 0),
  -- Too small to be asked for: goes into the next month.
  carried_kopecks bigint NOT NULL DEFAULT 0,
  debt_kopecks bigint NOT NULL DEFAULT 0,
  penalty_kopecks bigint NOT NULL DEFAULT 0,
  due_date date NOT NULL,
  -- УИН of the payment document; NULL: there is none.
  uin text,
  accrued_at timestamptz NOT NULL,
  PRIMARY KEY (inn, period)
);

CREATE TABLE sandbox.tax_references (
  request_id text COLLATE "C" PRIMARY KEY,
  inn text NOT NULL,
  type text NOT NULL,
  year integer NOT NULL,
  answer_at timestamptz NOT NULL,
  is_failed boolean NOT NULL
);

CREATE TABLE sandbox.tax_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  inn text COLLATE "C" NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX tax_messages_inn ON sandbox.tax_messages (inn, sent_at);

-- Phones and mailboxes; the gateways send one id once.

-- Messages on people's phones: the only place where a one-time code can be read, because our own
-- tables keep its hash.
CREATE TABLE sandbox.sms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text UNIQUE,
  phone text NOT NULL,
  text text NOT NULL,
  arrives_at timestamptz NOT NULL
);
CREATE INDEX sms_phone ON sandbox.sms (phone, id DESC);

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
