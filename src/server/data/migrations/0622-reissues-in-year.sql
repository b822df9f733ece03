-- A receipt issued anew, and one that may still be registered after faults, hold their part of the
-- worker's year.
DROP INDEX receipts_workman_year;
CREATE INDEX receipts_workman_year ON receipts (workman_id, operation_at) INCLUDE (amount_kopecks)
  WHERE state IN ('SENT', 'REGISTERED') OR (state = 'NEW' AND reissue_no > 0)
    OR (state = 'ERROR' AND awaited_until IS NOT NULL);
