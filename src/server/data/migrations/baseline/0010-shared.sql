-- What the tables of every noun stand on.
--
-- The files of this folder are the tables of one noun each. Business tables carry account_id or
-- workman_id first in their key, so that the database can be distributed by account. Amounts are
-- kopecks, names in `_ppm` are millionths, days are Moscow days.

-- The application's own role: it may not change or delete what is append-only, whoever owns the
-- tables.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'platform_app') THEN
    CREATE ROLE platform_app NOLOGIN;
  END IF;
EXCEPTION
  -- Another database of the same cluster migrates at this moment.
  WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN EXECUTE format('GRANT platform_app TO %I', current_user); END $$;

GRANT USAGE ON SCHEMA public TO platform_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO platform_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO platform_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO platform_app;

-- The trigger of append-only tables: a change is refused for every role, the owner included.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- Answers to calls that may come twice.
CREATE TABLE idempotency_keys (
  -- 'account:1' or 'person:7': keys of different owners never meet.
  owner text NOT NULL,
  key text NOT NULL,
  endpoint text NOT NULL,
  body_hash bytea NOT NULL,
  status smallint,
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Items of background work that could not be done: each waits by itself, longer each time, and
-- keeps no other waiting.
CREATE TABLE set_aside_items (
  -- The task's name, and what it calls the item.
  task text NOT NULL,
  item text COLLATE "C" NOT NULL,
  tries smallint NOT NULL,
  due_at timestamptz NOT NULL,
  -- Why the last try failed.
  problem text NOT NULL,
  first_at timestamptz NOT NULL,
  -- The item itself, where nothing else keeps it.
  content jsonb,
  PRIMARY KEY (task, item)
);
