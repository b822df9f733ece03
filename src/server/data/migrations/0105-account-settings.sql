-- How a company works, and companies their owners have deleted.

ALTER TABLE accounts
  -- Hours until an act that its worker neither signed nor refused signs itself; NULL: never. The contract promises the worker 48.
  ADD COLUMN act_auto_sign_hours integer DEFAULT 48 CHECK (act_auto_sign_hours BETWEEN 48 AND 312),
  -- Days until a finished job nobody has looked at is accepted; NULL: never.
  ADD COLUMN result_auto_accept_days integer CHECK (result_auto_accept_days BETWEEN 1 AND 30),
  -- Largest payment a project manager accepts alone; NULL: any.
  ADD COLUMN project_manager_accept_limit_kopecks bigint CHECK (project_manager_accept_limit_kopecks >= 0),
  ADD COLUMN default_receipt_text text CHECK (char_length(default_receipt_text) BETWEEN 1 AND 256);
UPDATE accounts SET act_auto_sign_hours = NULL WHERE NOT acts_sign_themselves;
ALTER TABLE accounts DROP COLUMN acts_sign_themselves;

CREATE INDEX job_offers_waiting_for_acceptance ON job_offers (finished_at) WHERE state = 'COMPLETED' AND payout_id IS NULL;

ALTER TABLE accounts DROP CONSTRAINT accounts_state_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_state_check CHECK (state IN ('DRAFT', 'MODERATION', 'ACTIVE', 'REJECTED', 'DISABLED', 'DELETED'));
-- The company of a deleted one may be registered again.
DROP INDEX accounts_inn_live;
CREATE UNIQUE INDEX accounts_inn_live ON accounts (inn, coalesce(kpp, '')) WHERE state NOT IN ('REJECTED', 'DELETED');
