-- The ИНН a receipt was asked for under: the tax service may give its worker another one, and knows
-- the receipt by this.
ALTER TABLE receipts ADD COLUMN inn text;
UPDATE receipts r SET inn = w.inn FROM workmen w WHERE w.id = r.workman_id;
