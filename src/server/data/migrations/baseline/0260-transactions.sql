-- Operations of a customer by day and type: totals of a list of a million lines without reading the
-- lines. The lines themselves are the postings; see modules/transactions.

CREATE TABLE operation_counters (
  account_id integer NOT NULL,
  -- Moscow day.
  day date NOT NULL,
  type text NOT NULL,
  line_count bigint NOT NULL,
  -- In the direction of the customer: what came is positive.
  sum_kopecks bigint NOT NULL,
  PRIMARY KEY (account_id, day, type)
) WITH (fillfactor = 80);

-- What an entry means to the customer. One line of CUST_RES in EARNED is two operations: the job
-- and the commission on top.
CREATE FUNCTION customer_operation(event_type text, code text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE code
    WHEN 'CUST_AVAIL' THEN CASE event_type
      WHEN 'INVOICE_PAID' THEN 'INVOICE_PAYMENT'
      WHEN 'HOLD' THEN 'HOLD'
      WHEN 'HOLD_RELEASE' THEN 'HOLD_RELEASE'
      WHEN 'HOLD_ADJUSTED' THEN 'HOLD_ADJUST'
      WHEN 'PAYOUT_GIVEN_UP' THEN 'REFUND_TO_CUSTOMER'
      WHEN 'CORRECTION' THEN 'CORRECTION'
    END
    WHEN 'CUST_RES' THEN CASE event_type WHEN 'EARNED' THEN 'JOB_PAYMENT' END
    WHEN 'REV_COMM' THEN CASE event_type WHEN 'EARNED' THEN 'COMMISSION' END
  END
$$;

CREATE FUNCTION count_operations() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  entry record;
  available bigint;
  reserved bigint;
  commission bigint;
  vat bigint;
BEGIN
  FOR entry IN
    SELECT e.id, e.account_id, e.event_type, (e.at AT TIME ZONE 'Europe/Moscow')::date AS day
    FROM (SELECT DISTINCT entry_id FROM added) a
    JOIN ledger_entries e ON e.id = a.entry_id
    WHERE customer_operation(e.event_type, 'CUST_AVAIL') IS NOT NULL
      OR customer_operation(e.event_type, 'CUST_RES') IS NOT NULL
    ORDER BY e.account_id, e.id
  LOOP
    CONTINUE WHEN entry.account_id IS NULL;
    -- Four accounts found by their key; the lines are then compared with numbers, a thousand of
    -- them in about a millisecond.
    SELECT max(id) FILTER (WHERE code = 'CUST_AVAIL'), max(id) FILTER (WHERE code = 'CUST_RES')
    INTO available, reserved
    FROM ledger_accounts
    WHERE account_id = entry.account_id AND workman_id = 0
      AND code IN ('CUST_AVAIL', 'CUST_RES') AND period = '';
    SELECT max(id) FILTER (WHERE code = 'REV_COMM'), max(id) FILTER (WHERE code = 'VAT_BUDGET')
    INTO commission, vat
    FROM ledger_accounts
    WHERE account_id = entry.account_id AND workman_id = 0
      AND code IN ('REV_COMM', 'VAT_BUDGET') AND period = '';

    INSERT INTO operation_counters AS c (account_id, day, type, line_count, sum_kopecks)
    SELECT entry.account_id, entry.day, o.type, o.line_count, o.sum_kopecks
    FROM (
      SELECT
        count(*) FILTER (WHERE ledger_account_id = available) AS available_count,
        coalesce(-sum(amount_kopecks) FILTER (WHERE ledger_account_id = available), 0)::bigint
          AS available_sum,
        count(*) FILTER (WHERE ledger_account_id = reserved) AS reserved_count,
        coalesce(-sum(amount_kopecks) FILTER (WHERE ledger_account_id = reserved), 0)::bigint
          AS reserved_sum,
        count(*) FILTER (WHERE ledger_account_id = commission) AS commission_count,
        coalesce(sum(amount_kopecks) FILTER (WHERE ledger_account_id IN (commission, vat)),
          0)::bigint AS commission_sum
      FROM added
      WHERE entry_id = entry.id
    ) s, LATERAL (VALUES
      (customer_operation(entry.event_type, 'CUST_AVAIL'), s.available_count, s.available_sum),
      (customer_operation(entry.event_type, 'CUST_RES'), s.reserved_count,
        s.reserved_sum - s.commission_sum),
      (customer_operation(entry.event_type, 'REV_COMM'), s.commission_count, s.commission_sum)
    ) AS o(type, line_count, sum_kopecks)
    -- Lines of one entry may come in two statements: then the second corrects the sum of the first
    -- and counts nothing.
    WHERE o.type IS NOT NULL AND (o.line_count > 0 OR o.sum_kopecks <> 0)
    ORDER BY o.type
    ON CONFLICT (account_id, day, type) DO UPDATE
    SET line_count = c.line_count + excluded.line_count,
      sum_kopecks = c.sum_kopecks + excluded.sum_kopecks;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_counted AFTER INSERT ON postings
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_operations();
-- Only the trigger writes it: a count that somebody can correct by hand proves nothing.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON operation_counters FROM platform_app;
