import { sql } from "kysely";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid } from "#server/http/app-error.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  loadIncomingPayment,
  presentIncomingPayment,
  type IncomingPaymentRow,
} from "../incoming-payments.ts";
import { INVOICE_COLUMNS, type InvoiceRow } from "../queries.ts";
import { giveToInvoice } from "./give-to-invoice.ts";
import { orderReturn } from "./order-return.ts";
import type { PaymentPlatform } from "./take-payment.ts";

interface Decided {
  readonly payment: IncomingPaymentRow;
  readonly record: AuditRecord;
}

/**
 * @returns the payment and its journal line.
 * @throws AppError `not_found` — foreign; `forbidden` — paid from another INN; `conflict` — not
 * waiting.
 */
export async function assignPayment(
  platform: PaymentPlatform,
  trx: Trx,
  actor: AccountActor,
  { id, invoiceId }: { readonly id: number; readonly invoiceId: number },
): Promise<Decided> {
  const { rows } = await sql<InvoiceRow>`
      SELECT ${INVOICE_COLUMNS}
      FROM invoices i
      WHERE i.account_id = ${actor.accountId} AND i.id = ${invoiceId}
      FOR NO KEY UPDATE`.execute(trx);
  const invoice = rows[0];
  await refuseForeign(trx, actor, id);
  if (!invoice) throw invalid({ invoiceID: ["Такого счёта нет. Выберите другой"] });
  return decided(trx, actor, id, await giveToInvoice(platform, trx, id, invoice));
}

/** @throws as `assignPayment`. */
export async function returnPayment(
  platform: PaymentPlatform,
  trx: Trx,
  actor: AccountActor,
  id: number,
): Promise<Decided> {
  await refuseForeign(trx, actor, id);
  return decided(trx, actor, id, await orderReturn(trx, id, platform.clock.now()));
}

async function refuseForeign(trx: Trx, actor: AccountActor, id: number): Promise<void> {
  const payment = await loadIncomingPayment(trx, actor, id);
  const { reason } = presentIncomingPayment(payment, actor).permissions;
  if (reason !== null) throw new AppError("forbidden", reason);
}

async function decided(
  trx: Trx,
  actor: AccountActor,
  id: number,
  record: AuditRecord | null,
): Promise<Decided> {
  const payment = await loadIncomingPayment(trx, actor, id);
  if (record) return { payment, record };
  const { state, invoice_number: number } = payment;
  if (state === "ASSIGNED") throw conflict(`Платёж уже зачислен по счёту № ${number}`);
  throw conflict(
    state === "RETURNED"
      ? "Платёж уже вернулся плательщику"
      : "Платёж уже возвращается плательщику",
  );
}
