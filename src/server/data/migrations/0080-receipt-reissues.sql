-- A receipt that was annulled by mistake is issued anew: the row of `receipts` is the one that stands or is asked for, what it replaces lies here.
ALTER TABLE receipts
  ADD COLUMN reissue_no smallint NOT NULL DEFAULT 0,
  -- Of a receipt that is issued anew; the first one goes by its payout.
  ADD COLUMN due_at timestamptz;
CREATE INDEX receipts_reissued ON receipts (due_at) WHERE reissue_no > 0 AND state IN ('NEW', 'SENT');

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
