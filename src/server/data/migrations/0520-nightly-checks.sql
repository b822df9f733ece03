-- Whether a due check is the nightly pass's: nobody waits for it, so it is not repeated at once.
ALTER TABLE tax_bindings
  ADD COLUMN is_nightly boolean NOT NULL DEFAULT false;
