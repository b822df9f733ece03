-- What a workman's list of urgent things reads; few payouts are ever in these states.
CREATE INDEX payouts_of_workman_unsettled ON payouts (workman_id)
  WHERE state IN ('ACT_PENDING', 'RECEIPT_FAILED', 'RETURNED', 'FAILED');
