-- Lines of the bank's statement until each is booked; one that cannot be booked waits alone.
CREATE TABLE statement_lines (
  payment_id text COLLATE "C" PRIMARY KEY,
  -- As the bank told it.
  line json NOT NULL,
  heard_at timestamptz NOT NULL
);
INSERT INTO statement_lines (payment_id, line, heard_at)
SELECT item, content::text::json, first_at
FROM set_aside_items
WHERE task = 'invoices.read-statement' AND content IS NOT NULL;

UPDATE set_aside_items SET task = 'invoices.book-statement' WHERE task = 'invoices.read-statement';
ALTER TABLE set_aside_items DROP COLUMN content;
