-- A receipt's failures are counted in a row, whether of the question or of its answer.
DELETE FROM set_aside_items
WHERE task IN ('payouts.register-receipts.ask', 'payouts.reissue-receipts.ask',
  'payouts.reverse-receipts.ask', 'payouts.sweep-receipts.ask');
