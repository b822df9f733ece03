-- Tables split by months: postings, registry_items, audit_log.

-- Makes the partitions of the given table for `months` months from `first_month`; what lies outside
-- goes to the default one.
CREATE FUNCTION ensure_month_partitions(parent regclass, first_month date, months integer)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  month date := date_trunc('month', first_month)::date;
  child text;
BEGIN
  FOR i IN 1..months LOOP
    child := format('%s_%s', parent::text, to_char(month, 'YYYYMM'));
    IF to_regclass(child) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES FROM (%L) TO (%L)',
        child, parent, month, (month + interval '1 month')::date);
      -- Rows are reached through the parent, whose rights and triggers count.
      EXECUTE format('REVOKE ALL ON %I FROM platform_app', child);
    END IF;
    month := (month + interval '1 month')::date;
  END LOOP;
END $$;

-- What lies outside the months there are partitions for, by table; at most a thousand rows are
-- counted.
CREATE FUNCTION default_partition_rows() RETURNS TABLE (parent text, count bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT 'postings', count(*) FROM (SELECT FROM postings_default LIMIT 1000) d
  UNION ALL
  SELECT 'registry_items', count(*) FROM (SELECT FROM registry_items_default LIMIT 1000) d
  UNION ALL
  SELECT 'audit_log', count(*) FROM (SELECT FROM audit_log_default LIMIT 1000) d
$$;

SELECT ensure_month_partitions('postings', (now() - interval '2 months')::date, 6);
SELECT ensure_month_partitions('registry_items', (now() - interval '2 months')::date, 6);
SELECT ensure_month_partitions('audit_log', (now() - interval '2 months')::date, 6);
