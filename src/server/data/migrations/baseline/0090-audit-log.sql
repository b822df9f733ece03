-- Who did what: a chain of rows for each account, of which none can be changed unseen.

CREATE TABLE audit_log (
  -- 0: what belongs to no customer account (a guest's sign-in).
  account_id integer NOT NULL,
  id bigint NOT NULL,
  at timestamptz NOT NULL,
  event text NOT NULL,
  actor jsonb NOT NULL,
  object jsonb,
  before jsonb,
  after jsonb,
  reason text,
  ip inet,
  user_agent text,
  request_id text,
  hash_prev bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (account_id, id, at)
) PARTITION BY RANGE (at);
CREATE TABLE audit_log_default PARTITION OF audit_log DEFAULT;

-- The end of each account's chain.
CREATE TABLE audit_heads (
  account_id integer PRIMARY KEY,
  last_id bigint NOT NULL,
  last_hash bytea NOT NULL
);

-- The bytes a row's hash covers: everything it says, and the hash before it.
CREATE FUNCTION audit_hash(row_ audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(row_.account_id, row_.id, extract(epoch FROM row_.at),
    row_.event, row_.actor, row_.object, row_.before, row_.after, row_.reason, host(row_.ip),
    row_.user_agent, row_.request_id, encode(row_.hash_prev, 'hex'))::text, 'UTF8'))
$$;

CREATE FUNCTION audit_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head audit_heads;
BEGIN
  INSERT INTO audit_heads VALUES (NEW.account_id, 0, '\x') ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_heads WHERE account_id = NEW.account_id FOR UPDATE;
  NEW.id := head.last_id + 1;
  NEW.hash_prev := head.last_hash;
  NEW.hash := audit_hash(NEW);
  UPDATE audit_heads SET last_id = NEW.id, last_hash = NEW.hash WHERE account_id = NEW.account_id;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_chain();
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM platform_app;
REVOKE ALL ON audit_log_default FROM platform_app;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_heads FROM platform_app;

-- The first row of the account's chain that does not fit, or nothing when the chain is whole.
CREATE FUNCTION audit_first_break(of_account integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT id FROM (
    SELECT l.id, l.hash, l.hash_prev, audit_hash(l) AS expected,
      lag(l.hash, 1, '\x'::bytea) OVER (ORDER BY l.id) AS prev,
      lag(l.id, 1, 0::bigint) OVER (ORDER BY l.id) AS prev_id
    FROM audit_log l
    WHERE l.account_id = of_account
  ) c
  WHERE hash <> expected OR hash_prev <> prev OR id <> prev_id + 1
  ORDER BY id
  LIMIT 1
$$;
