import { sql } from "kysely";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { INVOICE_COLUMNS, type InvoiceRow } from "../queries.ts";
import { BANK_STATEMENT, payInvoice, type PaymentPlatform } from "./take-payment.ts";

/**
 * The platform's staff assign an unidentified payment to an invoice.
 * @throws AppError `not_found` — no such payment or invoice; `conflict` — already a customer's.
 */
export async function matchPayment(
  platform: PaymentPlatform,
  trx: Trx,
  { paymentId, invoiceId }: { readonly paymentId: number; readonly invoiceId: number },
): Promise<void> {
  const { rows: invoices } = await sql<InvoiceRow>`
      SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE i.id = ${invoiceId} FOR NO KEY UPDATE`.execute(
    trx,
  );
  const invoice = invoices[0];
  if (!invoice) throw notFound("Нет такого счёта");
  await writeAudit(
    trx,
    BANK_STATEMENT,
    null,
    await giveToInvoice(platform, trx, paymentId, invoice),
    platform.clock.now(),
  );
}

/**
 * @param invoice - locked by the caller.
 * @returns as `payInvoice`.
 * @throws AppError `not_found` — no such payment; `conflict` — already a customer's or being
 * returned.
 */
export async function giveToInvoice(
  platform: PaymentPlatform,
  trx: Trx,
  paymentId: number,
  invoice: InvoiceRow,
): Promise<AuditRecord> {
  const { rows: taken } = await sql<{ id: bigint; amount_kopecks: bigint; received_at: Date }>`
    UPDATE incoming_payments
    SET account_id = ${invoice.account_id}, invoice_id = ${invoice.id}
    WHERE id = ${paymentId} AND account_id IS NULL AND return_state IS NULL
    RETURNING id, amount_kopecks, received_at`.execute(trx);
  const payment = taken[0];
  if (!payment) {
    const { rows } = await sql<{
      is_assigned: boolean;
    }>`
      SELECT account_id IS NOT NULL AS is_assigned FROM incoming_payments WHERE id = ${paymentId}`.execute(
      trx,
    );
    if (!rows[0]) throw notFound("Нет такого платежа");
    throw conflict(
      rows[0].is_assigned ? "Платёж уже зачислен" : "Платёж уже возвращается плательщику",
    );
  }
  return payInvoice(
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
}
