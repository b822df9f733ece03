import { sql, type RawBuilder } from "kysely";
import type { Caller } from "#contract/access/access.ts";
import { BANK_PROVIDER, type BankProvider } from "#contract/definitions/payment-types.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { invoicePermissions } from "#contract/invoices/invoice-permissions.ts";
import { INVOICE_STATE, type InvoiceState } from "#contract/invoices/invoice-states.ts";
import type { Invoice } from "#contract/invoices/invoice.ts";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface InvoiceRow {
  readonly account_id: number;
  readonly id: bigint;
  readonly number: string;
  readonly state: InvoiceState;
  readonly bank_provider: BankProvider;
  readonly amount_kopecks: bigint;
  readonly paid_kopecks: bigint;
  readonly payment_count: number;
  readonly valid_until: CalendarDate;
  readonly created_at: Date;
  readonly paid_at: Date | null;
}

export const INVOICE_COLUMNS: RawBuilder<InvoiceRow> = sql<InvoiceRow>`
  i.account_id, i.id, i.number, i.state, i.bank_provider, i.amount_kopecks, i.paid_kopecks,
    i.payment_count, i.valid_until, i.created_at, i.paid_at`;

export function presentInvoice(row: InvoiceRow, actor: Caller): Invoice {
  const state = definitionFor(INVOICE_STATE, row.state);
  return {
    id: Number(row.id),
    number: row.number,
    amount: kopecksToRubles(row.amount_kopecks),
    paidAmount: kopecksToRubles(row.paid_kopecks),
    state: { ...state, stateID: row.state },
    bankProvider: definitionFor(BANK_PROVIDER, row.bank_provider),
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    validUntil: row.valid_until,
    permissions: invoicePermissions(actor, row),
  };
}

/** @throws AppError `not_found` — absent or foreign. */
export async function loadInvoice(trx: Trx, accountId: number, id: number): Promise<InvoiceRow> {
  const { rows } = await sql<InvoiceRow>`
      SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE i.account_id = ${accountId} AND i.id = ${id}`.execute(
    trx,
  );
  if (!rows[0]) throw notFound("Счёт не найден");
  return rows[0];
}
