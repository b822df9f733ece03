-- What lies outside the months there are partitions for, by table; at most a thousand rows are counted.
CREATE FUNCTION default_partition_rows() RETURNS TABLE (parent text, count bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT 'postings', count(*) FROM (SELECT FROM postings_default LIMIT 1000) d
  UNION ALL SELECT 'registry_items', count(*) FROM (SELECT FROM registry_items_default LIMIT 1000) d
  UNION ALL SELECT 'audit_log', count(*) FROM (SELECT FROM audit_log_default LIMIT 1000) d
$$;
