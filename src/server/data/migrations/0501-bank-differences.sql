-- Orders of every kind compared with the bank's list several times a day. What differs waits until it
-- is gone, or a person of the platform has settled it.
CREATE TABLE bank_reconciliation (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- NULL: never.
  due_at timestamptz
);
INSERT INTO bank_reconciliation DEFAULT VALUES;

CREATE TABLE bank_differences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id text NOT NULL UNIQUE,
  -- Whose payout it is; NULL: the platform answers for it.
  account_id integer REFERENCES accounts,
  reason text NOT NULL
    CHECK (reason IN ('NOT_IN_BOOKS', 'NOT_AT_BANK', 'OTHER_AMOUNT', 'OTHER_STATE')),
  bank_kopecks bigint,
  books_kopecks bigint,
  -- The day of the order, at the bank or in the books.
  at timestamptz NOT NULL,
  found_at timestamptz NOT NULL,
  gone_at timestamptz,
  settled_at timestamptz
);
CREATE INDEX bank_differences_open ON bank_differences (found_at)
  WHERE gone_at IS NULL AND settled_at IS NULL;
