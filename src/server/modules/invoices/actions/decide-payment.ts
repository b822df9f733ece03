import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { post } from "#server/money/ledger/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  INCOMING_PAYMENTS,
  loadIncomingPayment,
  presentIncomingPayment,
  type IncomingPaymentRow,
} from "../incoming-payments.ts";
import { INVOICE_COLUMNS, type InvoiceRow } from "../queries.ts";
import { giveToInvoice } from "./match-payment.ts";
import type { PaymentPlatform } from "./take-payment.ts";

/**
 * The payer chooses the invoice for a payment.
 * @returns the payment, and the invoice's record for the journal.
 * @throws AppError `not_found` — foreign; `forbidden` — paid from another INN; `conflict` — not
 * waiting.
 */
export async function assignPayment(
  platform: PaymentPlatform,
  trx: Trx,
  actor: AccountActor,
  { id, invoiceId }: { readonly id: number; readonly invoiceId: number },
): Promise<{ readonly payment: IncomingPaymentRow; readonly paid: AuditRecord }> {
  const { rows } = await sql<InvoiceRow>`
      SELECT ${INVOICE_COLUMNS}
      FROM invoices i
      WHERE i.account_id = ${actor.accountId} AND i.id = ${invoiceId}
      FOR NO KEY UPDATE`.execute(trx);
  const invoice = rows[0];
  const payment = await loadOwn(trx, actor, id);
  if (!invoice) throw invalid({ invoiceID: ["Такого счёта нет. Выберите другой"] });
  if (payment.state !== "UNRECOGNIZED") throw notWaiting(payment);
  const paid = await giveToInvoice(platform, trx, id, invoice);
  return { payment: await announced(trx, actor, id), paid };
}

/**
 * The payer takes back money without an invoice; a task orders the return to the account it came
 * from.
 * @throws as `assignPayment`.
 */
export async function returnPayment(
  platform: PaymentPlatform,
  trx: Trx,
  actor: AccountActor,
  id: number,
): Promise<IncomingPaymentRow> {
  const payment = await loadOwn(trx, actor, id);
  const at = platform.clock.now();
  const { rows } = await sql<{ return_attempt: number; amount_kopecks: bigint }>`
    UPDATE incoming_payments
    SET return_state = 'READY', return_attempt = return_attempt + 1, return_due_at = ${at},
      return_sent_at = NULL, return_failure = NULL
    WHERE id = ${id} AND account_id IS NULL AND return_state IS NULL
    RETURNING return_attempt, amount_kopecks`.execute(trx);
  const taken = rows[0];
  if (!taken) throw notWaiting(payment);
  await post(trx, {
    event: "UNIDENTIFIED_SENT_BACK",
    source: { type: "incoming-payment", id, attempt: taken.return_attempt },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "UNIDENTIFIED", amountKopecks: taken.amount_kopecks },
      { code: "BANK_OUT", amountKopecks: -taken.amount_kopecks },
    ],
  });
  return announced(trx, actor, id);
}

async function loadOwn(trx: Trx, actor: AccountActor, id: number): Promise<IncomingPaymentRow> {
  const payment = await loadIncomingPayment(trx, actor, id);
  const { reason } = presentIncomingPayment(payment, actor).permissions;
  if (reason !== null) throw new AppError("forbidden", reason);
  return payment;
}

function notWaiting({ state, invoice_number: number }: IncomingPaymentRow): AppError {
  if (state === "ASSIGNED") return conflict(`Платёж уже зачислен по счёту № ${number}`);
  return conflict(
    state === "RETURNED"
      ? "Платёж уже вернулся плательщику"
      : "Платёж уже возвращается плательщику",
  );
}

async function announced(trx: Trx, actor: AccountActor, id: number): Promise<IncomingPaymentRow> {
  await announce(trx, { to: `account:${actor.accountId}`, resource: INCOMING_PAYMENTS, ids: [id] });
  return loadIncomingPayment(trx, actor, id);
}
