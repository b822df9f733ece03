-- The same worker, sum and period in another registry or for a job: each row of a payroll asks.
CREATE INDEX registry_items_payments ON registry_items (account_id, workman_id, amount_kopecks)
  WHERE work_end IS NOT NULL;
CREATE INDEX payouts_of_jobs ON payouts (account_id, workman_id, amount_kopecks)
  WHERE registry_id IS NULL;
