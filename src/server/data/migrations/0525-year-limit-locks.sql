-- One row a self-employed worker, locked while a payment to him begins: two companies that start at
-- once must count the same year's income in turn. The income itself is counted from payments.
CREATE TABLE year_limit_locks (
  workman_id integer PRIMARY KEY
);
