-- «Мои задания» of a company, the newest first: a page is read from the index instead of sorting all its jobs.
CREATE INDEX jobs_own_newest ON jobs (account_id, created_at DESC, id DESC) WHERE kind = 'OFFER';
