-- What a payment wants to know of the tax service first: since when it waits for the answer, and
-- whether the year's incomes are to be asked with the status; when they were last told.
ALTER TABLE tax_bindings
  ADD COLUMN asked_at timestamptz,
  ADD COLUMN asks_incomes boolean NOT NULL DEFAULT false,
  ADD COLUMN incomes_at timestamptz;
