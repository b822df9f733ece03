import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { incomingPaymentPermissions } from "#contract/invoices/incoming-payment-permissions.ts";
import {
  INCOMING_PAYMENT_STATE,
  type IncomingPaymentState,
} from "#contract/invoices/incoming-payment-states.ts";
import type { IncomingPayment } from "#contract/invoices/incoming-payment.ts";
import type { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import {
  INVOICE_PAYMENT_NOTE,
  type InvoicePaymentNote,
} from "#contract/invoices/invoice-payment-notes.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { olderThan } from "#server/http/paging.ts";
import type { List } from "#server/http/serve-list.ts";
import type { Trx } from "#server/data/transaction.ts";

export const INCOMING_PAYMENTS = "incoming-payments";

export interface IncomingPaymentRow {
  readonly id: bigint;
  readonly amount_kopecks: bigint;
  readonly received_at: Date;
  readonly state: IncomingPaymentState;
  readonly is_by_inn: boolean;
  readonly payer_name: string;
  readonly payer_inn: string;
  readonly purpose: string;
  readonly invoice_id: bigint | null;
  readonly invoice_number: string | null;
  readonly note: InvoicePaymentNote | null;
  readonly return_failure: string | null;
  readonly returned_at: Date | null;
}

export const INCOMING_PAYMENT_STATE_OF = sql`
  CASE
    WHEN i.account_id IS NOT NULL THEN 'ASSIGNED'
    WHEN i.return_state IS NULL THEN 'UNRECOGNIZED'
    WHEN i.return_state = 'RETURNED' THEN 'RETURNED'
    ELSE 'RETURNING' END`;

/** The company's, and unassigned ones it was notified of. */
const reachOf = ({ accountId }: Pick<AccountActor, "accountId">) =>
  sql`
    (i.account_id = ${accountId} OR (i.account_id IS NULL AND i.guessed_account_id = ${accountId}))`;

function select(
  actor: Pick<AccountActor, "accountId">,
  source = sql`incoming_payments`,
): RawBuilder<IncomingPaymentRow> {
  return sql<IncomingPaymentRow>`
    SELECT i.id, i.amount_kopecks, i.received_at, ${INCOMING_PAYMENT_STATE_OF} AS state,
      i.payer_inn = a.inn AS is_by_inn, i.payer_name, i.payer_inn, i.purpose, i.invoice_id,
      v.number AS invoice_number, i.note, i.return_failure, i.returned_at
    FROM ${source} i
    JOIN accounts a ON a.id = ${actor.accountId}
    LEFT JOIN invoices v ON v.account_id = i.account_id AND v.id = i.invoice_id`;
}

interface ListQuery {
  readonly before?: string;
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly states?: IncomingPaymentState[];
  readonly sortBy?: "receivedAt" | "amount";
  readonly sortDirection?: "asc" | "desc";
}

export function listIncomingPayments(
  actor: AccountActor,
  query: ListQuery,
): List<typeof invoiceEndpoints.payments, IncomingPaymentRow> {
  const where = [reachOf(actor), ...olderThan(query, sql`i.received_at`)];
  if (query.states?.length)
    where.push(sql`${INCOMING_PAYMENT_STATE_OF} = ANY (${query.states}::text[])`);
  if (query.periodStart !== undefined)
    where.push(sql`i.received_at >= ${startOfMoscowDay(query.periodStart)}`);
  if (query.periodEnd !== undefined)
    where.push(sql`i.received_at < ${endOfMoscowDay(query.periodEnd)}`);
  const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  return {
    of: "i",
    from: sql`incoming_payments i`,
    where,
    order:
      query.sortBy === "amount"
        ? sql`i.amount_kopecks ${direction}, i.id ${direction}`
        : sql`i.received_at ${direction}, i.id ${direction}`,
    select: (page) => select(actor, page),
    present: (rows) => rows.map((row) => presentIncomingPayment(row, actor)),
  };
}

/** @throws AppError `not_found` — absent or foreign. */
export async function loadIncomingPayment(
  trx: Trx,
  actor: AccountActor,
  id: number,
): Promise<IncomingPaymentRow> {
  const { rows } = await sql<IncomingPaymentRow>`
      ${select(actor)} WHERE i.id = ${id} AND ${reachOf(actor)}`.execute(trx);
  if (!rows[0]) throw notFound("Платёж не найден");
  return rows[0];
}

export function presentIncomingPayment(
  row: IncomingPaymentRow,
  actor: AccountActor,
): IncomingPayment {
  const { state, is_by_inn: isByInn } = row;
  return {
    id: Number(row.id),
    amount: kopecksToRubles(row.amount_kopecks),
    receivedAt: row.received_at.toISOString(),
    state: definitionFor(INCOMING_PAYMENT_STATE, state),
    payer:
      isByInn || state === "ASSIGNED"
        ? { name: row.payer_name, inn: row.payer_inn, purpose: row.purpose }
        : null,
    invoice:
      row.invoice_id === null || row.invoice_number === null
        ? null
        : { id: Number(row.invoice_id), number: row.invoice_number },
    note:
      row.note !== null
        ? INVOICE_PAYMENT_NOTE.titles[row.note]
        : state === "UNRECOGNIZED"
          ? row.return_failure
          : null,
    returnedAt: row.returned_at?.toISOString() ?? null,
    permissions: incomingPaymentPermissions(actor, { state, isByInn }),
  };
}
