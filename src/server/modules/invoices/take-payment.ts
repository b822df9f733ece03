import { sql } from "kysely";
import { INVOICE_STATE, INVOICE_TRANSITIONS, type InvoiceState } from "#contract/invoices/invoice-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { IncomingPayment } from "#server/integrations/bank/port.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { post } from "#server/modules/ledger/index.ts";
import { announce } from "#server/platform/live.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { InvoiceDependencies } from "./index.ts";
import { INVOICE_COLUMNS, type InvoiceRow } from "./invoice-rows.ts";
import { numbersIn } from "./payment-purpose.ts";

type PaymentDependencies = Pick<InvoiceDependencies, "clock" | "events">;

const BANK_STATEMENT = { type: "system", name: "Банковская выписка" } as const;

/**
 * Books one line of the statement: to the customer whose invoice it pays, or to the unidentified. A line taken before changes nothing.
 *
 * @returns whether the line was new.
 */
export async function takePayment(deps: PaymentDependencies, trx: Trx, line: IncomingPayment): Promise<boolean> {
  const at = deps.clock.now();
  // A sign no text column takes would stop the reading of the whole statement at this line.
  const payment = { ...line, payerInn: withoutNul(line.payerInn), payerName: withoutNul(line.payerName), purpose: withoutNul(line.purpose) };
  const invoice = await findInvoice(trx, payment);
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO incoming_payments (bank_id, account_id, invoice_id, bank_provider, amount_kopecks, payer_inn, payer_name, purpose, received_at, taken_at)
    VALUES (${payment.paymentId}, ${invoice?.account_id ?? null}, ${invoice?.id ?? null}, ${payment.bankProvider}, ${payment.amountKopecks}, ${payment.payerInn}, ${payment.payerName},
      ${payment.purpose}, ${payment.at}, ${at})
    ON CONFLICT (bank_id) DO NOTHING RETURNING id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return false;
  if (invoice) await payInvoice(deps, trx, invoice, payment, at);
  else await keepUnidentified(trx, id, payment, at);
  return true;
}

/**
 * The invoice a payment is for, locked: named by its number by a payer with the ИНН of its account, whatever the sum. A payer who names no
 * number is understood when one invoice alone waits for exactly this sum from him. Source: `domain.md` §2.8, «number + ИНН ± sum».
 */
async function findInvoice(trx: Trx, { purpose, payerInn, amountKopecks }: IncomingPayment): Promise<InvoiceRow | null> {
  const numbers = numbersIn(purpose);
  if (numbers.length === 0) {
    const { rows } = await sql<InvoiceRow>`
      SELECT ${INVOICE_COLUMNS} FROM invoices i JOIN accounts a ON a.id = i.account_id
      WHERE a.inn = ${payerInn} AND i.state IN ('created', 'partially_paid') AND i.amount_kopecks - i.paid_kopecks = ${amountKopecks} ORDER BY i.id LIMIT 2 FOR NO KEY UPDATE OF i`.execute(trx);
    return rows.length === 1 ? (rows[0] ?? null) : null;
  }
  // Of several that are named the first one that waits for money; of none that waits, the first.
  const { rows } = await sql<InvoiceRow>`
    SELECT ${INVOICE_COLUMNS} FROM invoices i JOIN accounts a ON a.id = i.account_id
    WHERE i.number = ANY (${numbers}::text[]) AND a.inn = ${payerInn} ORDER BY i.state IN ('paid', 'canceled'), i.id LIMIT 1 FOR NO KEY UPDATE OF i`.execute(trx);
  return rows[0] ?? null;
}

/**
 * The whole sum becomes available to the customer, more than the invoice asked for as well. Decision: money by the number of an invoice that
 * is paid already or cancelled is the payer's all the same; the balance grows and the invoice stays what it is.
 */
async function payInvoice(deps: PaymentDependencies, trx: Trx, invoice: InvoiceRow, { amountKopecks, at: receivedAt }: IncomingPayment, at: Date): Promise<void> {
  const { account_id: accountId, id } = invoice;
  const paidKopecks = invoice.paid_kopecks + amountKopecks;
  const attempt = invoice.payment_count + 1;
  const state = stateAfter(invoice.state, paidKopecks >= invoice.amount_kopecks);
  const isPaidNow = state === "paid" && invoice.state !== "paid";
  await sql`
    UPDATE invoices SET state = ${state}, paid_kopecks = ${paidKopecks}, payment_count = ${attempt}, paid_at = CASE WHEN ${isPaidNow} THEN ${receivedAt}::timestamptz ELSE paid_at END
    WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
  await post(trx, {
    event: "INVOICE_PAID",
    source: { type: "invoice", id, attempt },
    accountId,
    at,
    businessDate: moscowDate(receivedAt),
    lines: [
      { code: "BANK", amountKopecks },
      { code: "CUST_AVAIL", accountId, amountKopecks: -amountKopecks },
    ],
  });
  await announce(trx, { to: `account:${accountId}`, resource: "invoices", ids: [Number(id)] });
  if (isPaidNow) await deps.events.publish(trx, "invoice.paid", { accountId, invoiceId: Number(id), at });
  const over = paidKopecks - invoice.amount_kopecks;
  await writeAudit(
    trx,
    BANK_STATEMENT,
    null,
    {
      event: "invoice.paid",
      accountId,
      object: { type: "invoice", id: Number(id), title: `Счёт № ${invoice.number}` },
      before: { state: INVOICE_STATE.titles[invoice.state] },
      after: { state: INVOICE_STATE.titles[state], amount: kopecksToRubles(amountKopecks) },
      ...(over > 0n ? { reason: "Оплачено больше суммы счёта: излишек зачислен на баланс" } : {}),
    },
    at,
  );
}

function stateAfter(state: InvoiceState, isWhole: boolean): InvoiceState {
  const { from, to } = INVOICE_TRANSITIONS.receive;
  if (!(from as readonly InvoiceState[]).includes(state)) return state;
  return isWhole ? to[0] : to[1];
}

async function keepUnidentified(trx: Trx, id: bigint, { amountKopecks, at: receivedAt }: IncomingPayment, at: Date): Promise<void> {
  await post(trx, {
    event: "MONEY_UNIDENTIFIED",
    source: { type: "incoming-payment", id },
    accountId: null,
    at,
    businessDate: moscowDate(receivedAt),
    lines: [
      { code: "BANK", amountKopecks },
      { code: "UNIDENTIFIED", amountKopecks: -amountKopecks },
    ],
  });
}

function withoutNul(text: string): string {
  return text.replaceAll("\0", "");
}
