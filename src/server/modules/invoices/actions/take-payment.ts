import { sql } from "kysely";
import {
  INVOICE_PAYMENT_NOTE,
  type InvoicePaymentNote,
} from "#contract/invoices/invoice-payment-notes.ts";
import { INVOICE_STATE, INVOICE_TRANSITIONS } from "#contract/invoices/invoice-states.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { IncomingPayment } from "#server/integrations/bank/port.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { post } from "#server/money/ledger/index.ts";
import { announce } from "#server/data/live.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { INCOMING_PAYMENTS } from "../incoming-payments.ts";
import { INVOICE_COLUMNS, type InvoiceRow } from "../queries.ts";
import { numbersIn } from "../payment-purpose.ts";

export type PaymentPlatform = Pick<Platform, "clock" | "events">;

const BANK_STATEMENT = { type: "system", name: "Банковская выписка" } as const;

/**
 * Books a line to its invoice, or as unidentified with a notice to the probable payer.
 *
 * @returns whether it was new.
 */
export async function takePayment(
  platform: PaymentPlatform,
  trx: Trx,
  line: IncomingPayment,
): Promise<boolean> {
  const at = platform.clock.now();
  // Text columns refuse NUL, which would stop the reading.
  const payment = {
    ...line,
    payerInn: withoutNul(line.payerInn),
    payerName: withoutNul(line.payerName),
    purpose: withoutNul(line.purpose),
  };
  const invoice = await findInvoice(trx, payment);
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO incoming_payments (bank_id, account_id, invoice_id, bank_provider, amount_kopecks,
      payer_inn, payer_name, purpose, received_at, taken_at)
    VALUES (${payment.paymentId}, ${invoice?.account_id ?? null}, ${invoice?.id ?? null},
      ${payment.bankProvider}, ${payment.amountKopecks}, ${payment.payerInn}, ${payment.payerName},
      ${payment.purpose}, ${payment.at}, ${at})
    ON CONFLICT (bank_id) DO NOTHING RETURNING id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return false;
  if (invoice)
    await writeAudit(
      trx,
      BANK_STATEMENT,
      null,
      await payInvoice(
        platform,
        trx,
        invoice,
        { id, amountKopecks: payment.amountKopecks, receivedAt: payment.at, from: "BANK" },
        at,
      ),
      at,
    );
  else await keepUnidentified(platform, trx, id, payment, at);
  return true;
}

/**
 * By a number in the purpose and its account's INN, whatever the sum; without a number, the payer's
 * only waiting invoice of exactly this sum. Source: `domain.md` §2.8, «number + ИНН ± sum». A
 * deleted company's money stays unidentified.
 */
async function findInvoice(
  trx: Trx,
  { purpose, payerInn, amountKopecks }: IncomingPayment,
): Promise<InvoiceRow | null> {
  const numbers = numbersIn(purpose);
  if (numbers.length === 0) {
    const { rows } = await sql<InvoiceRow>`
      SELECT ${INVOICE_COLUMNS} FROM invoices i JOIN accounts a ON a.id = i.account_id
      WHERE a.inn = ${payerInn}
        AND a.state <> 'DELETED'
        AND i.state IN ('created', 'partially_paid')
        AND i.amount_kopecks - i.paid_kopecks = ${amountKopecks}
      ORDER BY i.id
      LIMIT 2
      FOR NO KEY UPDATE OF i
      FOR KEY SHARE OF a`.execute(trx);
    return rows.length === 1 ? (rows[0] ?? null) : null;
  }
  // The first waiting invoice, else the first.
  const { rows } = await sql<InvoiceRow>`
    SELECT ${INVOICE_COLUMNS} FROM invoices i JOIN accounts a ON a.id = i.account_id
    WHERE i.number = ANY (${numbers}::text[]) AND a.inn = ${payerInn} AND a.state <> 'DELETED'
    ORDER BY i.state IN ('paid', 'canceled'), i.id
    LIMIT 1
    FOR NO KEY UPDATE OF i
    FOR KEY SHARE OF a`.execute(trx);
  return rows[0] ?? null;
}

export interface InvoiceMoney {
  readonly id: bigint;
  readonly amountKopecks: bigint;
  readonly receivedAt: Date;
  readonly from: "BANK" | "UNIDENTIFIED";
}

/**
 * The whole sum. Decision: also for a paid or cancelled invoice; a note says why.
 *
 * @returns the journal line.
 */
export async function payInvoice(
  platform: PaymentPlatform,
  trx: Trx,
  invoice: InvoiceRow,
  { id: paymentId, amountKopecks, receivedAt, from }: InvoiceMoney,
  at: Date,
): Promise<AuditRecord> {
  const { account_id: accountId, id } = invoice;
  const paidKopecks = invoice.paid_kopecks + amountKopecks;
  const attempt = invoice.payment_count + 1;
  const isReceiving = canTransit(INVOICE_TRANSITIONS, "receive", invoice.state, "system");
  const isPaidNow = isReceiving && paidKopecks >= invoice.amount_kopecks;
  const receive = transition(INVOICE_TRANSITIONS, "receive", "system", {
    to: isPaidNow ? "paid" : "partially_paid",
  });
  const state = isReceiving ? receive.to : invoice.state;
  const note = noteOf(invoice, paidKopecks);
  await sql`
    UPDATE invoices
    SET state = CASE WHEN ${receive.from} THEN ${receive.value} ELSE state END,
      paid_kopecks = ${paidKopecks}, payment_count = ${attempt}, paid_at = CASE
      WHEN ${isPaidNow} THEN ${receivedAt}::timestamptz
      ELSE paid_at END
    WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
  const entryId = await post(trx, {
    event: "INVOICE_PAID",
    source: { type: "invoice", id, attempt },
    accountId,
    at,
    // Booked on the day of assignment.
    businessDate: moscowDate(from === "BANK" ? receivedAt : at),
    lines: [
      { code: from, amountKopecks },
      { code: "CUST_AVAIL", accountId, amountKopecks: -amountKopecks },
    ],
  });
  await sql`
    UPDATE incoming_payments SET note = ${note}, entry_id = ${entryId} WHERE id = ${paymentId}`.execute(
    trx,
  );
  await announce(trx, { to: `account:${accountId}`, resource: "invoices", ids: [Number(id)] });
  await announce(trx, {
    to: `account:${accountId}`,
    resource: INCOMING_PAYMENTS,
    ids: [Number(paymentId)],
  });
  if (isPaidNow)
    await platform.events.publish(trx, "invoice.paid", { accountId, invoiceId: Number(id), at });
  if (note !== null) {
    const leftKopecks = note === "PART" ? invoice.amount_kopecks - paidKopecks : 0n;
    await platform.events.publish(trx, "invoice.payment-noted", {
      accountId,
      invoiceId: Number(id),
      amountKopecks,
      leftKopecks,
      note,
      at,
    });
  }
  return {
    event: "invoice.paid",
    accountId,
    object: { type: "invoice", id: Number(id), title: `Счёт № ${invoice.number}` },
    before: { state: INVOICE_STATE.titles[invoice.state] },
    after: { state: INVOICE_STATE.titles[state], amount: kopecksToRubles(amountKopecks) },
    ...(note === null ? {} : { reason: INVOICE_PAYMENT_NOTE.titles[note] }),
  };
}

function noteOf(
  { state, amount_kopecks: amountKopecks }: InvoiceRow,
  paidKopecks: bigint,
): InvoicePaymentNote | null {
  if (state === "canceled") return "CANCELED";
  if (state === "paid") return "PAID_BEFORE";
  if (paidKopecks < amountKopecks) return "PART";
  return paidKopecks > amountKopecks ? "EXCESS" : null;
}

async function keepUnidentified(
  platform: PaymentPlatform,
  trx: Trx,
  id: bigint,
  payment: IncomingPayment,
  at: Date,
): Promise<void> {
  const { amountKopecks } = payment;
  await post(trx, {
    event: "MONEY_UNIDENTIFIED",
    source: { type: "incoming-payment", id },
    accountId: null,
    at,
    businessDate: moscowDate(payment.at),
    lines: [
      { code: "BANK", amountKopecks },
      { code: "UNIDENTIFIED", amountKopecks: -amountKopecks },
    ],
  });
  const guess = await guessPayer(trx, payment);
  if (!guess) return;
  await sql`
    UPDATE incoming_payments SET guessed_account_id = ${guess.accountId} WHERE id = ${id}`.execute(
    trx,
  );
  await announce(trx, {
    to: `account:${guess.accountId}`,
    resource: INCOMING_PAYMENTS,
    ids: [Number(id)],
  });
  await platform.events.publish(trx, "payment.unrecognized", {
    accountId: guess.accountId,
    amountKopecks,
    purpose: guess.isByInn ? payment.purpose : null,
    at,
  });
}

/** By INN, or of the named invoices: maybe a stranger after a typing error. */
async function guessPayer(
  trx: Trx,
  { payerInn, purpose }: IncomingPayment,
): Promise<{ readonly accountId: number; readonly isByInn: boolean } | null> {
  const { rows: payers } = await sql<{
    id: number;
  }>`
    SELECT id FROM accounts WHERE inn = ${payerInn} AND state <> 'DELETED' LIMIT 2`.execute(trx);
  if (payers.length > 0)
    return payers[0] && payers.length === 1 ? { accountId: payers[0].id, isByInn: true } : null;
  const { rows: named } = await sql<{
    account_id: number;
  }>`
    SELECT DISTINCT i.account_id
    FROM invoices i
    JOIN accounts a ON a.id = i.account_id
    WHERE i.number = ANY (${numbersIn(purpose)}::text[]) AND a.state <> 'DELETED'
    LIMIT 2`.execute(trx);
  return named[0] && named.length === 1 ? { accountId: named[0].account_id, isByInn: false } : null;
}

function withoutNul(text: string): string {
  return text.replaceAll("\0", "");
}
