-- Four eyes by amount: rules of a company, what a registry waits for, and who has decided.

CREATE TABLE approval_rules (
  account_id integer NOT NULL REFERENCES accounts,
  -- A registry of at least this sum to be paid, commission not counted, needs the approval.
  amount_from_kopecks bigint NOT NULL CHECK (amount_from_kopecks >= 0),
  approvers_count smallint NOT NULL CHECK (approvers_count BETWEEN 1 AND 5),
  roles text[] NOT NULL CHECK (cardinality(roles) > 0),
  PRIMARY KEY (account_id, amount_from_kopecks)
);

ALTER TABLE registries
  -- Grows with every request for approval: decisions of an earlier round count no more.
  ADD COLUMN approval_round integer NOT NULL DEFAULT 0,
  ADD COLUMN approval_requested_at timestamptz,
  -- The rules of that moment as the wire shows them: a later change of the rules changes no request under way.
  ADD COLUMN approval_rules jsonb,
  -- The start that was asked for; NULL: as soon as the undo window is over.
  ADD COLUMN asked_start_at timestamptz,
  ADD CONSTRAINT registries_approval CHECK (state <> 'APPROVAL' OR (approval_rules IS NOT NULL AND approval_requested_at IS NOT NULL AND executed_by IS NOT NULL AND mode IS NOT NULL AND hold_id IS NULL));

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
CREATE TRIGGER registry_approvals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON registry_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON registry_approvals FROM platform_app;
