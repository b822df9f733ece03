-- Payments of jobs whose receipt is still to be asked for: with the rows of running registries they count towards the worker's year limit.
CREATE INDEX payouts_of_jobs_unregistered ON payouts (workman_id) INCLUDE (amount_kopecks) WHERE registry_id IS NULL AND state IN ('ACT_PENDING', 'RECEIPT_PENDING');
