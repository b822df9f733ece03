import { sql, type RawBuilder } from "kysely";
import type { ListMeta } from "#contract/kernel/paging.ts";
import type { InvoiceState } from "#contract/invoices/invoice-states.ts";
import type { Invoice } from "#contract/invoices/invoice.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { containing, olderThan, pageOf } from "#server/http/paging.ts";
import type { Trx } from "#server/data/transaction.ts";
import { INVOICE_COLUMNS, presentInvoice, type InvoiceRow } from "./queries.ts";

interface ListQuery {
  readonly page?: number;
  readonly perPage?: number;
  readonly before?: string;
  readonly search?: string;
  readonly stateID?: InvoiceState[];
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly sortBy?: "createdAt" | "amount" | "number";
  readonly sortDirection?: "asc" | "desc";
}

export async function listInvoices(
  trx: Trx,
  actor: AccountActor,
  query: ListQuery,
): Promise<{ items: Invoice[]; meta: ListMeta }> {
  const page = pageOf(query);
  const filters = [sql`i.account_id = ${actor.accountId}`, ...olderThan(query, sql`i.created_at`)];
  if (query.stateID?.length) filters.push(sql`i.state = ANY (${query.stateID}::text[])`);
  if (query.periodStart !== undefined)
    filters.push(sql`i.created_at >= ${startOfMoscowDay(query.periodStart)}`);
  if (query.periodEnd !== undefined)
    filters.push(sql`i.created_at < ${endOfMoscowDay(query.periodEnd)}`);
  if (query.search?.trim())
    filters.push(sql`i.number LIKE ${containing(query.search.replace(/^\s*№\s*/, ""))}`);
  const where = sql.join(filters, sql` AND `);
  const { rows } = await sql<InvoiceRow>`
      SELECT ${INVOICE_COLUMNS}
      FROM invoices i
      WHERE ${where}
      ORDER BY ${orderOf(query)}
      LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
  const count = await sql<{
    total: bigint;
  }>`SELECT count(*) AS total FROM invoices i WHERE ${where}`.execute(trx);
  return {
    items: rows.map((row) => presentInvoice(row, actor)),
    meta: page.metaOf(count.rows[0]?.total ?? 0n),
  };
}

function orderOf({ sortBy, sortDirection }: ListQuery): RawBuilder<unknown> {
  const direction = sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "amount") return sql`i.amount_kopecks ${direction}, i.id ${direction}`;
  if (sortBy === "number") return sql`length(i.number) ${direction}, i.number ${direction}`;
  return sql`i.created_at ${direction}, i.id ${direction}`;
}
