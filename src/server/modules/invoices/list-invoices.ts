import { sql, type RawBuilder } from "kysely";
import type { InvoiceState } from "#contract/invoices/invoice-states.ts";
import type { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import type { List } from "#server/http/serve-list.ts";
import { INVOICE_COLUMNS, presentInvoice, type InvoiceRow } from "./queries.ts";

interface ListQuery {
  readonly before?: string;
  readonly search?: string;
  readonly stateID?: InvoiceState[];
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly sortBy?: "createdAt" | "amount" | "number";
  readonly sortDirection?: "asc" | "desc";
}

export function listInvoices(
  actor: AccountActor,
  query: ListQuery,
): List<typeof invoiceEndpoints.list, InvoiceRow> {
  const where = [sql`i.account_id = ${actor.accountId}`, ...olderThan(query, sql`i.created_at`)];
  if (query.stateID?.length) where.push(sql`i.state = ANY (${query.stateID}::text[])`);
  if (query.periodStart !== undefined)
    where.push(sql`i.created_at >= ${startOfMoscowDay(query.periodStart)}`);
  if (query.periodEnd !== undefined)
    where.push(sql`i.created_at < ${endOfMoscowDay(query.periodEnd)}`);
  if (query.search?.trim())
    where.push(sql`i.number LIKE ${containing(query.search.replace(/^\s*№\s*/, ""))}`);
  return {
    of: "i",
    from: sql`invoices i`,
    where,
    order: orderOf(query),
    select: (page) => sql<InvoiceRow>`SELECT ${INVOICE_COLUMNS} FROM ${page} i`,
    present: (rows) => rows.map((row) => presentInvoice(row, actor)),
  };
}

function orderOf({ sortBy, sortDirection }: ListQuery): RawBuilder<unknown> {
  const direction = sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "amount") return sql`i.amount_kopecks ${direction}, i.id ${direction}`;
  if (sortBy === "number") return sql`length(i.number) ${direction}, i.number ${direction}`;
  return sql`i.created_at ${direction}, i.id ${direction}`;
}
