-- While a task has a withdrawal leased it may be on its way to the bank, and its owner does not
-- cancel it: until what came of the lease is written.
ALTER TABLE withdrawals ADD COLUMN leased_until timestamptz;
