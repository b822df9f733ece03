-- Double-entry ledger. A debit is positive, a credit negative; each entry sums to zero.

CREATE TABLE ledger_account_kinds (
  code text PRIMARY KEY,
  -- 1: asset or expense, grows on debit; -1: liability or income, grows on credit.
  side smallint NOT NULL CHECK (side IN (-1, 1)),
  may_be_negative boolean NOT NULL,
  title text NOT NULL
);
INSERT INTO ledger_account_kinds (code, side, may_be_negative, title) VALUES
  ('BANK', 1, true, 'Расчётный счёт платформы'),
  ('BANK_OUT', 1, true, 'Отправлено в банк, ждёт подтверждения'),
  ('BANK_TAX_OUT', 1, true, 'Налоговые платежи в пути'),
  ('UNIDENTIFIED', -1, false, 'Невыясненные поступления'),
  ('CUST_AVAIL', -1, false, 'Доступно заказчику'),
  ('CUST_RES', -1, false, 'Заморожено'),
  ('WORK_ACCRUED', -1, false, 'Начислено исполнителю'),
  ('WORK_AVAIL', -1, false, 'Кошелёк исполнителя'),
  ('WORK_TAX', -1, false, 'Резерв налога'),
  ('TAX_BUDGET', -1, true, 'Налог в бюджет'),
  ('NDFL_BUDGET', -1, true, 'НДФЛ в бюджет'),
  ('CONTRIB_BUDGET', -1, true, 'Страховые взносы'),
  ('VAT_BUDGET', -1, true, 'НДС платформы'),
  ('REV_COMM', -1, true, 'Комиссия платформы'),
  ('REV_FEE', -1, true, 'Комиссия за вывод'),
  ('EXP_BANK', 1, true, 'Комиссии банка'),
  ('EXP_LOSS', 1, true, 'Списания'),
  ('CUST_DEBT', 1, false, 'Долг заказчика'),
  ('WORK_DEBT', 1, false, 'Долг исполнителя');

CREATE TABLE ledger_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL REFERENCES ledger_account_kinds,
  -- 0: not of one customer, not of one worker (the platform's own); zero instead of NULL, so that
  -- joins use the key.
  account_id integer NOT NULL DEFAULT 0,
  workman_id integer NOT NULL DEFAULT 0,
  -- yyyyMM of a tax reserve; empty for the rest.
  period text NOT NULL DEFAULT '',
  -- Copied from the kind, so that the check below is one row's own business.
  may_be_negative boolean NOT NULL,
  -- In the natural direction of the kind: what a person calls the balance.
  balance_kopecks bigint NOT NULL DEFAULT 0,
  CHECK (may_be_negative OR balance_kopecks >= 0),
  UNIQUE (account_id, workman_id, code, period)
) WITH (fillfactor = 70);

CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer REFERENCES accounts,
  event_type text NOT NULL,
  source_type text NOT NULL,
  source_id bigint NOT NULL,
  attempt integer NOT NULL DEFAULT 1,
  reverses_id bigint REFERENCES ledger_entries,
  at timestamptz NOT NULL,
  business_date date NOT NULL,
  -- The transaction that made the entry: only it may add postings.
  made_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- The same event of the same source is posted once.
  UNIQUE (source_type, source_id, event_type, attempt)
);
CREATE INDEX ledger_entries_account ON ledger_entries (account_id, id);

CREATE TABLE postings (
  entry_id bigint NOT NULL,
  line integer NOT NULL,
  ledger_account_id bigint NOT NULL,
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks <> 0),
  -- The payout this line belongs to; NULL for the lines that serve a whole batch.
  payout_id bigint,
  at timestamptz NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX postings_entry ON postings (entry_id);
-- Operations are read newest first; ids of entries do not always follow their moments.
CREATE INDEX postings_ledger_at ON postings (ledger_account_id, at);
CREATE INDEX postings_payout ON postings (payout_id) WHERE payout_id IS NOT NULL;
CREATE TABLE postings_default PARTITION OF postings DEFAULT;

-- Checked when the transaction commits: every entry has postings and they sum to zero.
CREATE FUNCTION assert_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total numeric;
BEGIN
  SELECT sum(amount_kopecks) INTO total FROM postings WHERE entry_id = NEW.id AND at = NEW.at;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger entry % (%) sums to % instead of 0',
      NEW.id, NEW.event_type, coalesce(total::text, 'nothing')
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION assert_entry_balances();

-- A posting joins only an entry of its own transaction and moment: yesterday's entry stays as it
-- was.
CREATE FUNCTION assert_postings_of_own_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT entry_id, at FROM added) a
    LEFT JOIN ledger_entries e ON e.id = a.entry_id
    WHERE e.id IS NULL OR e.made_by <> pg_current_xact_id() OR e.at <> a.at
  ) THEN
    RAISE EXCEPTION 'postings may be added only together with their entry'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_of_own_entry AFTER INSERT ON postings
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION assert_postings_of_own_entry();

CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON postings, ledger_entries FROM platform_app;
REVOKE ALL ON postings_default FROM platform_app;

-- Money set aside for one purpose (a registry, an accepted offer). `left_kopecks` is what is still
-- frozen; a hold ends once.
CREATE TABLE holds (
  account_id integer NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  purpose text NOT NULL CHECK (purpose IN ('registry', 'offer')),
  source_id bigint NOT NULL,
  amount_kopecks bigint NOT NULL CHECK (amount_kopecks > 0),
  left_kopecks bigint NOT NULL CHECK (left_kopecks >= 0),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (account_id, id),
  CHECK (left_kopecks <= amount_kopecks),
  CHECK (ended_at IS NULL OR left_kopecks = 0)
);
CREATE INDEX holds_live ON holds (account_id) WHERE ended_at IS NULL;
