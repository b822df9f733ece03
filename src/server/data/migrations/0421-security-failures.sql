-- Failures of security, counted: what the journal tells once would otherwise flood it.

CREATE TABLE security_failures (
  -- 0: the platform itself.
  account_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('CODE', 'FORBIDDEN', 'KEY', 'NETWORK')),
  -- A person, a key of the API, or a network of strangers: «person:7».
  subject text NOT NULL CHECK (char_length(subject) <= 100),
  hour timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (account_id, kind, subject, hour)
);
CREATE INDEX security_failures_old ON security_failures (hour);
