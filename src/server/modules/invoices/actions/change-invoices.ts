import { sql } from "kysely";
import type { BankProvider } from "#contract/definitions/payment-types.ts";
import {
  INVOICE_LIFE_WORKING_DAYS,
  INVOICE_STATE,
  INVOICE_TRANSITIONS,
} from "#contract/invoices/invoice-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import { readRubles } from "#server/http/read-rubles.ts";
import type { Platform } from "#server/platform.ts";
import { INVOICE_COLUMNS, loadInvoice, type InvoiceRow } from "../queries.ts";
import { workingDaysAfter } from "#server/data/working-days.ts";

/**
 * @param rubles - within bounds.
 * @throws AppError `invalid` — field `amount`; `conflict` — a blocked company.
 */
export async function createInvoice(
  { clock, events }: Platform,
  trx: Trx,
  actor: AccountActor,
  { rubles, bankProvider }: { rubles: number; bankProvider: BankProvider },
): Promise<InvoiceRow> {
  await refuseBlockedCompany(trx, actor.accountId, "issueInvoices");
  const at = clock.now();
  const validUntil = await workingDaysAfter(trx, moscowDate(at), INVOICE_LIFE_WORKING_DAYS);
  const { rows } = await sql<InvoiceRow>`
    INSERT INTO invoices AS i (account_id, state, bank_provider, amount_kopecks, valid_until,
      created_by, created_at)
    VALUES (${actor.accountId}, ${INVOICE_TRANSITIONS.create.to[0]}, ${bankProvider},
      ${readRubles(rubles)}, ${validUntil}::date, ${actor.personId}, ${at})
    RETURNING ${INVOICE_COLUMNS}`.execute(trx);
  const invoice = rows[0] as InvoiceRow;
  await announce(trx, {
    to: `account:${actor.accountId}`,
    resource: "invoices",
    ids: [Number(invoice.id)],
  });
  await events.publish(trx, "invoice.created", {
    accountId: actor.accountId,
    invoiceId: Number(invoice.id),
    at,
  });
  return invoice;
}

/** @throws AppError `not_found`; `conflict` — paid or ended. */
export async function cancelInvoice(
  trx: Trx,
  actor: AccountActor,
  id: number,
): Promise<InvoiceRow> {
  const cancel = transition(INVOICE_TRANSITIONS, "cancel", "account", { of: "i" });
  const { rows } = await sql<InvoiceRow>`
    UPDATE invoices i
    SET ${cancel.set}
    WHERE i.account_id = ${actor.accountId}
      AND i.id = ${id}
      AND ${cancel.from}
    RETURNING ${INVOICE_COLUMNS}`.execute(trx);
  if (rows[0]) {
    await announce(trx, { to: `account:${actor.accountId}`, resource: "invoices", ids: [id] });
    return rows[0];
  }
  const { number, state } = await loadInvoice(trx, actor.accountId, id);
  throw conflict(
    `Счёт № ${number} отменить нельзя: он в состоянии «${INVOICE_STATE.titles[state]}». Отменяют только неоплаченные счета`,
  );
}
