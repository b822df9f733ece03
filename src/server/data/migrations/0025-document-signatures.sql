-- Signing of documents: who signed what, by which code, and what was shown. Source: domain.md §1.7.

ALTER TABLE job_documents ADD COLUMN reject_reason text, ADD COLUMN reject_comment text;
-- Acts that nobody signs and nobody refuses are signed by themselves, where the company has it so; never the first one with a worker.
ALTER TABLE accounts ADD COLUMN acts_sign_themselves boolean NOT NULL DEFAULT true;

-- What the timers look at: a few rows beside a million signed ones.
CREATE INDEX job_documents_waiting ON job_documents (created_at, id) WHERE state IN ('SENT', 'SIGNED_BY_SENDER');

CREATE TABLE document_signatures (
  account_id integer NOT NULL,
  document_id bigint NOT NULL,
  side text NOT NULL CHECK (side IN ('account', 'workman')),
  -- By a code, or by itself when the time was over.
  method text NOT NULL CHECK (method IN ('CODE', 'TIME')),
  document_title text NOT NULL,
  -- Of the content that was shown and signed.
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  signer_person_id integer NOT NULL,
  signer_name text NOT NULL,
  signer_inn text,
  phone_masked text NOT NULL,
  code_id bigint,
  code_sent_at timestamptz,
  -- The id under which the SMS provider has the message.
  message_id text,
  signed_at timestamptz NOT NULL,
  ip inet,
  user_agent text,
  text_shown text NOT NULL,
  agreement_version text NOT NULL,
  PRIMARY KEY (account_id, document_id, side),
  CHECK ((method = 'CODE') = (code_id IS NOT NULL AND code_sent_at IS NOT NULL AND message_id IS NOT NULL))
);
CREATE TRIGGER document_signatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON document_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON document_signatures FROM platform_app;

-- What an act of the platform for its commission is about; the document itself is in job_documents.
CREATE TABLE platform_acts (
  account_id integer NOT NULL REFERENCES accounts,
  document_id bigint NOT NULL,
  period_start date NOT NULL,
  period_end date NOT NULL,
  -- Commission of the month with VAT inside.
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks > 0),
  vat_kopecks bigint NOT NULL CHECK (vat_kopecks BETWEEN 0 AND amount_kopecks),
  PRIMARY KEY (account_id, document_id),
  UNIQUE (account_id, period_start)
);
