-- The version of each document a person has agreed to, and how: the evidence of the agreement, so
-- it is only added to.

CREATE TABLE consents (
  person_id integer NOT NULL REFERENCES people,
  document text NOT NULL
    CHECK (document IN ('terms-of-use', 'data-policy', 'contract', 'customer-contract')),
  -- First day of the version.
  version date NOT NULL,
  accepted_at timestamptz NOT NULL,
  ip inet,
  user_agent text,
  PRIMARY KEY (person_id, document, version)
);
REVOKE UPDATE, DELETE, TRUNCATE ON consents FROM platform_app;
