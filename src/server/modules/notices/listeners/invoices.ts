import { sql } from "kysely";
import { rolesWith } from "#contract/access/role-permissions.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus, ProductEvents } from "#server/product-events.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

/** Also the author: the notice links to the PDF. */
export function listenForInvoices(events: ProductEventBus): void {
  events.on("invoice.created", (trx, event) => notify(trx, "InvoiceCreated", event));
  events.on("invoice.paid", (trx, event) => notify(trx, "InvoicePaid", event));
  events.on("invoice.payment-noted", (trx, event) =>
    notify(trx, "InvoicePaymentNoted", event, {
      amount: kopecksToRubles(event.amountKopecks),
      left: kopecksToRubles(event.leftKopecks),
      note: event.note,
    }),
  );
  events.on("payment.unrecognized", notifyOfUnrecognized);
}

const SEE_INVOICES = sql`
  u.state = 'ACTIVE' AND u.role = ANY (${rolesWith("invoices.view")}::text[])`;

interface InvoiceEvent {
  readonly accountId: number;
  readonly invoiceId: number;
  readonly at: Date;
}

async function notify(
  trx: Trx,
  name: "InvoiceCreated" | "InvoicePaid" | "InvoicePaymentNoted",
  { accountId, invoiceId, at }: InvoiceEvent,
  more: Record<string, unknown> = {},
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, i.account_id, ${NOTICE_TYPES[name].id},
        jsonb_build_object('invoice',
          jsonb_build_object('id', i.id, 'number', i.number, 'amount',
            trim_scale(i.amount_kopecks / 100.0))) || ${JSON.stringify(more)}::jsonb,
        ${at}
      FROM invoices i JOIN account_users u ON u.account_id = i.account_id AND ${SEE_INVOICES}
      WHERE i.account_id = ${accountId} AND i.id = ${invoiceId}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

async function notifyOfUnrecognized(
  trx: Trx,
  { accountId, amountKopecks, purpose, at }: ProductEvents["payment.unrecognized"],
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, u.account_id, ${NOTICE_TYPES.PaymentNotRecognized.id},
        ${JSON.stringify({ amount: kopecksToRubles(amountKopecks), payerComment: purpose })}::jsonb,
        ${at}
      FROM account_users u WHERE u.account_id = ${accountId} AND ${SEE_INVOICES}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}
