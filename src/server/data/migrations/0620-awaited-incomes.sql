-- What was sent to the tax service and has no answer may still be registered: until then its payout
-- is not given back. Of one that has ended, the income is looked for until then. NULL: nothing sent
-- is unanswered.
ALTER TABLE receipts ADD COLUMN awaited_until timestamptz;
-- Those the version before may have sent.
UPDATE receipts r
SET awaited_until = now() + interval '1 day',
  state = CASE WHEN p.state = 'CANCELED' THEN 'SENT' ELSE r.state END,
  due_at = CASE WHEN p.state = 'CANCELED' THEN now() ELSE r.due_at END
FROM payouts p
WHERE p.account_id = r.account_id AND p.id = r.payout_id AND r.state IN ('NEW', 'SENT');

-- A row is written before the message is sent: without an id it may have been heard. A refusal of an
-- income that was sent before unheard is no answer to it.
ALTER TABLE tax_service_messages
  ALTER COLUMN message_id DROP NOT NULL,
  ADD COLUMN unheard_at timestamptz;

-- The tax service of the sandbox takes an income and answers with a fault, and its list shows what
-- it has registered only after a while.
ALTER TABLE sandbox.switches
  ADD COLUMN fault_next integer NOT NULL DEFAULT 0 CHECK (fault_next BETWEEN 0 AND 1000000),
  ADD COLUMN list_after_seconds integer NOT NULL DEFAULT 0
    CHECK (list_after_seconds BETWEEN 0 AND 864000);
ALTER TABLE sandbox.tax_incomes ADD COLUMN is_unheard boolean NOT NULL DEFAULT false;
