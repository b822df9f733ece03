import { sql } from "kysely";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { InvoiceRow } from "../queries.ts";
import { payInvoice, type PaymentPlatform } from "./take-payment.ts";

/**
 * @param invoice - locked.
 * @returns the journal line; `null`: credited or returned already.
 */
export async function giveToInvoice(
  platform: PaymentPlatform,
  trx: Trx,
  paymentId: number,
  invoice: InvoiceRow,
): Promise<AuditRecord | null> {
  const { rows } = await sql<{ id: bigint; amount_kopecks: bigint; received_at: Date }>`
    UPDATE incoming_payments
    SET account_id = ${invoice.account_id}, invoice_id = ${invoice.id}
    WHERE id = ${paymentId} AND account_id IS NULL AND return_state IS NULL
    RETURNING id, amount_kopecks, received_at`.execute(trx);
  const payment = rows[0];
  if (!payment) return null;
  const paid = await payInvoice(
    platform,
    trx,
    invoice,
    {
      id: payment.id,
      amountKopecks: payment.amount_kopecks,
      receivedAt: payment.received_at,
      from: "UNIDENTIFIED",
    },
    platform.clock.now(),
  );
  return { ...paid, event: "incoming-payment.assigned" };
}
