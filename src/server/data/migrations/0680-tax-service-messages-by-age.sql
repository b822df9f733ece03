-- A message stays after its answer was heard: whoever heard it may have died before it was written down.
CREATE INDEX tax_service_messages_age ON tax_service_messages (sent_at);
