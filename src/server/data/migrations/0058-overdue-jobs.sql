CREATE INDEX jobs_overdue ON jobs (finish_at) WHERE kind = 'OFFER' AND state = 'PUBLISHED';
