-- Receipts of the tax service, one that stands or is asked for to each payout.

-- No foreign keys, as in jobs: see there.
CREATE TABLE receipts (
  account_id integer NOT NULL,
  payout_id bigint NOT NULL,
  workman_id integer NOT NULL,
  state text NOT NULL CHECK (state IN ('NEW', 'SENT', 'REGISTERED', 'ERROR', 'REVERSING',
    'REVERSED_BY_PLATFORM', 'REVERSED_BY_WORKMAN')),
  amount_kopecks bigint NOT NULL,
  -- The tax service's own id of the receipt; the link is built from it and the ИНН. It is asked for
  -- as `{account_id}-{payout_id}`: the tax service registers one operation once.
  tax_receipt_id text,
  operation_at timestamptz NOT NULL,
  registered_at timestamptz,
  reversed_at timestamptz,
  reverse_reason text CHECK (reverse_reason IN ('REFUND', 'REGISTRATION_MISTAKE')),
  error_code text,
  attempts smallint NOT NULL DEFAULT 0,
  -- A receipt that was annulled by mistake is issued anew: what it replaces is in receipt_reissues.
  reissue_no smallint NOT NULL DEFAULT 0,
  -- Of a receipt that is issued anew; the first one goes by its payout.
  due_at timestamptz,
  PRIMARY KEY (account_id, payout_id)
) WITH (fillfactor = 80);
CREATE INDEX receipts_workman_year ON receipts (workman_id, operation_at) INCLUDE (amount_kopecks)
  WHERE state IN ('SENT', 'REGISTERED');
-- Receipts nobody stands behind any more although their payment has been made: what a customer may
-- have to explain.
CREATE INDEX receipts_annulled_by_workman ON receipts (account_id, payout_id)
  WHERE state = 'REVERSED_BY_WORKMAN';
-- Receipts that are being annulled are few and asked for every five seconds: without an index each
-- question read all receipts there are.
CREATE INDEX receipts_reversing ON receipts (payout_id) WHERE state = 'REVERSING';
CREATE INDEX receipts_reissued ON receipts (due_at)
  WHERE reissue_no > 0 AND state IN ('NEW', 'SENT');

CREATE TABLE receipt_reissues (
  account_id integer NOT NULL,
  payout_id bigint NOT NULL,
  -- Which of the payout's receipts it was; 0 is the first.
  reissue_no smallint NOT NULL,
  state text NOT NULL CHECK (state IN ('REVERSED_BY_PLATFORM', 'REVERSED_BY_WORKMAN')),
  tax_receipt_id text NOT NULL,
  registered_at timestamptz,
  reversed_at timestamptz,
  reverse_reason text,
  replaced_by integer NOT NULL REFERENCES people,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, payout_id, reissue_no)
);

-- Looking for receipts that workers have annulled themselves in «Мой налог»: one pass over all
-- workers, then a pause. One row for the platform.
CREATE TABLE receipt_sweep (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- The pass goes on after this worker.
  after_workman_id integer NOT NULL DEFAULT 0,
  -- Milliseconds, as the clock of the product: the step that was read is the step that is written.
  due_at timestamptz(3) NOT NULL
);
INSERT INTO receipt_sweep (due_at) VALUES (now() + interval '1 hour');

-- Messages left with the tax service whose answer is awaited: another process, or one started anew,
-- asks for the same answer.
CREATE TABLE tax_service_messages (
  kind text NOT NULL CHECK (kind IN ('income', 'cancel')),
  -- Operation id of an income, receipt id of an annulment.
  key text COLLATE "C" NOT NULL,
  message_id text NOT NULL,
  -- What an income was, to find its receipt when the service says only that it has it.
  inn text,
  amount_kopecks bigint,
  operation_at timestamptz,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (kind, key)
);
