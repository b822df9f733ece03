-- A company's employees, the newest first: a page is read from the index instead of sorting all.
CREATE INDEX employments_newest ON employments (account_id, since DESC, id DESC);
