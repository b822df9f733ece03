-- Forged tokens are a failure of security as a wrong key is.
ALTER TABLE security_failures DROP CONSTRAINT security_failures_kind_check,
  ADD CONSTRAINT security_failures_kind_check
    CHECK (kind IN ('CODE', 'FORBIDDEN', 'KEY', 'NETWORK', 'TOKEN'));

-- What was refused to a person or in his name, in whatever company: he reads it himself.
CREATE INDEX audit_log_refusals ON audit_log ((object->>'id'), at)
  WHERE object->>'type' = 'person' AND (event = 'auth.otp_failed' OR event LIKE 'security.%');
