import { sql } from "kysely";
import { rolesWith } from "#contract/access/role-permissions.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { NOTICE_FANOUT } from "./notice-fanout.ts";

/** Whoever may see invoices hears of a new one and of its payment, its author as well: the notice leads to the paper. */
export function listenForInvoices(events: ProductEventBus): void {
  events.on("invoice.created", (trx, event) => tell(trx, "InvoiceCreated", event));
  events.on("invoice.paid", (trx, event) => tell(trx, "InvoicePaid", event));
}

interface InvoiceEvent {
  readonly accountId: number;
  readonly invoiceId: number;
  readonly at: Date;
}

async function tell(trx: Trx, name: "InvoiceCreated" | "InvoicePaid", { accountId, invoiceId, at }: InvoiceEvent): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, i.account_id, ${NOTICE_TYPES[name].id}, jsonb_build_object('invoice', jsonb_build_object('id', i.id, 'number', i.number, 'amount', trim_scale(i.amount_kopecks / 100.0))), ${at}
      FROM invoices i JOIN account_users u ON u.account_id = i.account_id AND u.state = 'ACTIVE' AND u.role = ANY (${rolesWith("invoices.view")}::text[])
      WHERE i.account_id = ${accountId} AND i.id = ${invoiceId}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}
