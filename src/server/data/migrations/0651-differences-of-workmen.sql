-- A withdrawal or tax payment that the bank sees otherwise concerns its worker: he reads it and is told.
ALTER TABLE bank_differences ADD COLUMN workman_id integer REFERENCES workmen;
UPDATE bank_differences d
SET workman_id = w.workman_id
FROM withdrawals w
WHERE d.order_id = 'withdrawal-' || w.id;
UPDATE bank_differences d
SET workman_id = t.workman_id
FROM tax_payments t
WHERE d.order_id LIKE 'tax-%' AND split_part(d.order_id, '-', 2) = t.id::text;
CREATE INDEX bank_differences_of_workman ON bank_differences (workman_id)
  WHERE gone_at IS NULL AND settled_at IS NULL;
