import { sql } from "kysely";

/**
 * A payroll job `j` keeps it as its description; a job of the exchange has its own, the company's,
 * or its service's (`s`).
 */
export const RECEIPT_TEXT = sql`
  CASE
    WHEN j.kind = 'OFFER' THEN coalesce(j.receipt_text,
      (SELECT a.default_receipt_text FROM accounts a WHERE a.id = j.account_id),
      s.default_receipt_text)
    ELSE j.description END`;
