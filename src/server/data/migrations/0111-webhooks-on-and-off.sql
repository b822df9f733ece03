-- A webhook can be switched off without losing its secret and its log.

ALTER TABLE webhooks ADD COLUMN is_active boolean NOT NULL DEFAULT true;
