-- When the session has last changed anything, written down at most once a second and only where lists are read from a replica (DATABASE_READ_URL):
-- until the replica is known to hold what was committed then, its lists come from the primary, whichever process is asked.
ALTER TABLE sessions ADD COLUMN wrote_at timestamptz;
