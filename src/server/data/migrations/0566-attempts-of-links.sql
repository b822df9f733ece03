-- Counted with the reason, in set_aside_items.
ALTER TABLE workman_registrations DROP COLUMN message_attempts;
