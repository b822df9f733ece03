-- A customer's months are closed one by one: papers of one that cannot be made hold nobody else's.
CREATE TABLE platform_acts_closed (
  account_id integer PRIMARY KEY REFERENCES accounts,
  -- Its first day.
  last_month date NOT NULL CHECK (extract(day FROM last_month) = 1),
  closed_at timestamptz NOT NULL
);
INSERT INTO platform_acts_closed (account_id, last_month, closed_at)
SELECT l.account_id, m.month, m.closed_at
FROM (SELECT month, closed_at FROM platform_act_months ORDER BY month DESC LIMIT 1) m
JOIN ledger_accounts l ON l.code = 'REV_COMM' AND l.workman_id = 0 AND l.period = '';
DROP TABLE platform_act_months;
