-- The worker lets what little is missing of his tax be taken from his wallet.
ALTER TABLE workmen ADD COLUMN tax_top_up_allowed boolean NOT NULL DEFAULT false;
ALTER TABLE tax_payments
  ADD COLUMN topped_up_kopecks bigint NOT NULL DEFAULT 0 CHECK (topped_up_kopecks >= 0);
