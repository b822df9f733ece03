-- Commission returned in a later month corrects the act of the month that had earned it, and every
-- month gets its acts, however late.
ALTER TABLE platform_acts
  -- Of a correcting act: the month in which the commission was returned.
  ADD COLUMN returned_in date,
  DROP CONSTRAINT platform_acts_amount_kopecks_check,
  DROP CONSTRAINT platform_acts_check,
  DROP CONSTRAINT platform_acts_account_id_period_start_key,
  ADD CONSTRAINT platform_acts_amount_check CHECK (CASE
    WHEN returned_in IS NULL THEN amount_kopecks > 0
    ELSE amount_kopecks < 0 END),
  ADD CONSTRAINT platform_acts_vat_check CHECK (abs(vat_kopecks) <= abs(amount_kopecks)),
  ADD CONSTRAINT platform_acts_month UNIQUE NULLS NOT DISTINCT (account_id, period_start,
    returned_in);

-- Months whose acts are made. Those with acts before this table are done as they were: their returns
-- were taken off the month of the return.
CREATE TABLE platform_act_months (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  closed_at timestamptz NOT NULL
);
INSERT INTO platform_act_months (month, closed_at)
SELECT max(period_start), now() FROM platform_acts HAVING count(*) > 0;
