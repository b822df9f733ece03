-- Who has decided about a record, asked when it is decided again.
CREATE INDEX audit_log_decisions ON audit_log ((actor->>'decision'), at)
  WHERE actor->>'decision' IS NOT NULL;
