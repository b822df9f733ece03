-- Messages left with the tax service whose answer is awaited: another process, or one started anew, asks for the same answer.
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
