import { sql } from "kysely";

/**
 * What stands in the receipt of a job `j` with its service `s`. A payroll row keeps the text where
 * other jobs have their description; a job of the exchange names its own, or takes the company's,
 * or the service's.
 */
export const RECEIPT_TEXT = sql`
  CASE
    WHEN j.kind = 'OFFER' THEN coalesce(j.receipt_text,
      (SELECT a.default_receipt_text FROM accounts a WHERE a.id = j.account_id),
      s.default_receipt_text)
    ELSE j.description END`;
