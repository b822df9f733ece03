-- A company's offers, the newest first; those of one job are found by job_offers_job.
CREATE INDEX job_offers_newest ON job_offers (account_id, created_at DESC, id DESC);
