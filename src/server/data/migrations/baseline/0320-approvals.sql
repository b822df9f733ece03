-- Four eyes by amount: rules of a company, and who has decided on a registry.

CREATE TABLE approval_rules (
  account_id integer NOT NULL REFERENCES accounts,
  -- A registry of at least this sum to be paid, commission not counted, needs the approval.
  amount_from_kopecks bigint NOT NULL CHECK (amount_from_kopecks >= 0),
  approvers_count smallint NOT NULL CHECK (approvers_count BETWEEN 1 AND 5),
  roles text[] NOT NULL CHECK (cardinality(roles) > 0),
  PRIMARY KEY (account_id, amount_from_kopecks)
);

CREATE TABLE registry_approvals (
  account_id integer NOT NULL,
  registry_id integer NOT NULL,
  round integer NOT NULL,
  person_id integer NOT NULL REFERENCES people,
  -- The role of that moment: it decides which rule the decision counts for.
  role text NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected')),
  reason text,
  comment text,
  at timestamptz NOT NULL,
  -- One decision of a person in a round.
  PRIMARY KEY (account_id, registry_id, round, person_id),
  CHECK ((decision = 'rejected') = (reason IS NOT NULL))
);
CREATE TRIGGER registry_approvals_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON registry_approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON registry_approvals FROM platform_app;
