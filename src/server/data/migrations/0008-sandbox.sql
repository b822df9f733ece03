-- The outside world of the demonstration: a bank, the tax service and people's phones. These tables are not ours: they stand for
-- other companies' systems, which outlive our process and keep their own books. Nothing of the product reads them but the sandbox.
CREATE SCHEMA sandbox;
GRANT USAGE ON SCHEMA sandbox TO platform_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA sandbox GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO platform_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA sandbox GRANT USAGE, SELECT ON SEQUENCES TO platform_app;

-- How each outside service behaves, set by a person on the sandbox page or by a test.
CREATE TABLE sandbox.switches (
  service text PRIMARY KEY CHECK (service IN ('bank', 'tax-service', 'sms')),
  out_of_reach boolean NOT NULL DEFAULT false,
  -- 0: the answer comes with the call.
  answer_after_seconds integer NOT NULL DEFAULT 0 CHECK (answer_after_seconds BETWEEN 0 AND 864000),
  fail_next integer NOT NULL DEFAULT 0 CHECK (fail_next BETWEEN 0 AND 1000000),
  -- A reason of the bank's port, an error code of the tax service's.
  fail_reason text NOT NULL,
  -- The bank only: how many of the next orders come back after they were done, and how long after.
  return_next integer NOT NULL DEFAULT 0 CHECK (return_next BETWEEN 0 AND 1000000),
  return_reason text NOT NULL DEFAULT 'ACCOUNT_CLOSED',
  return_after_seconds integer NOT NULL DEFAULT 1 CHECK (return_after_seconds BETWEEN 1 AND 864000)
);
INSERT INTO sandbox.switches (service, fail_reason) VALUES ('bank', 'CARD_BLOCKED'), ('tax-service', 'INTERNAL_ERROR'), ('sms', 'GATEWAY_FAULT');

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
  return_reason text
);
CREATE INDEX bank_orders_returned ON sandbox.bank_orders (return_at) WHERE return_at IS NOT NULL;

-- Whoever is not here is no self-employed person to the tax service.
CREATE TABLE sandbox.taxpayers (
  inn text COLLATE "C" PRIMARY KEY,
  registered boolean NOT NULL DEFAULT true,
  -- Whether the person let the platform act in «Мой налог».
  bound boolean NOT NULL DEFAULT true,
  permissions text[] NOT NULL DEFAULT '{INCOME_REGISTRATION,PAYMENT_INFORMATION,TAX_PAYMENT,INCOME_LIST,INCOME_SUMMARY,CANCEL_INCOME}',
  -- Income of the running year that did not come through us.
  other_income_kopecks bigint NOT NULL DEFAULT 0 CHECK (other_income_kopecks >= 0)
);

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

-- Messages on people's phones: the only place where a one-time code can be read, because our own tables keep its hash.
CREATE TABLE sandbox.sms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  phone text NOT NULL,
  text text NOT NULL,
  arrives_at timestamptz NOT NULL
);
CREATE INDEX sms_phone ON sandbox.sms (phone, id DESC);

-- Money that customers have sent to the platform's bank account. Numbered far above invoices: both are sources of ledger entries.
CREATE TABLE sandbox.bank_statement (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 900000000001) PRIMARY KEY,
  account_id integer NOT NULL,
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks > 0),
  at timestamptz NOT NULL
);
