-- Numbers of registries that nobody confirmed: they are not given again, and pages are found without
-- counting.
CREATE TABLE removed_registries (
  account_id integer NOT NULL REFERENCES accounts,
  kind text NOT NULL,
  number integer NOT NULL,
  PRIMARY KEY (account_id, kind, number)
);
