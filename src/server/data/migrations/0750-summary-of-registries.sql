-- The summary of a company counts registries that are ready to start and scheduled too, and what of
-- its invoices is still to be paid.
DROP INDEX registries_waiting;
CREATE INDEX registries_waiting ON registries (account_id, kind, state)
  WHERE state IN ('APPROVAL', 'INVALID', 'PARTIALLY_READY', 'READY', 'SCHEDULED');
CREATE INDEX invoices_unpaid ON invoices (account_id)
  WHERE state IN ('created', 'partially_paid');
