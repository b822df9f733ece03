import { sql } from "kysely";
import { INCOMING_PAYMENT_STATE } from "#contract/invoices/incoming-payment-states.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { DecisionKind } from "#server/decision.ts";
import { INCOMING_PAYMENT_STATE_OF } from "../incoming-payments.ts";
import { INVOICE_COLUMNS, type InvoiceRow } from "../queries.ts";
import { giveToInvoice } from "./give-to-invoice.ts";
import { orderReturn } from "./order-return.ts";
import type { PaymentPlatform } from "./take-payment.ts";

/** Money without an invoice: to a company, or back to its payer. */
export function paymentDecision(platform: PaymentPlatform): DecisionKind<"credit" | "return"> {
  return {
    kind: "payment",
    title: "нераспознанный платёж",
    waiting: sql`
      SELECT i.id, i.taken_at AS since, i.payer_name || ', ИНН ' || i.payer_inn AS who,
        trim_scale(i.amount_kopecks / 100.0) || ' ₽: ' || i.purpose
          || coalesce('. Похоже, от ' || a.short_name, '')
          || coalesce('. ' || i.return_failure, '') AS what
      FROM incoming_payments i
      LEFT JOIN accounts a ON a.id = i.guessed_account_id
      WHERE i.account_id IS NULL AND i.return_state IS NULL`,
    state: (id) => sql`
      SELECT ${INCOMING_PAYMENT_STATE_OF} AS state FROM incoming_payments i WHERE i.id = ${id}`,
    stateTitles: INCOMING_PAYMENT_STATE.titles,
    verdicts: {
      credit: { done: "зачислено", needsInvoice: true },
      return: { done: "возвращается плательщику" },
    },
    reasons: [],
    async decide(trx, { id, verdict, invoice, at }) {
      const record =
        verdict === "return"
          ? await orderReturn(trx, id, at)
          : await giveToInvoice(platform, trx, id, await lockInvoice(trx, invoice ?? ""));
      return record ? [record] : [];
    },
  };
}

async function lockInvoice(trx: Trx, number: string): Promise<InvoiceRow> {
  const { rows } = await sql<InvoiceRow & { readonly is_deleted: boolean }>`
    SELECT ${INVOICE_COLUMNS}, a.state = 'DELETED' AS is_deleted
    FROM invoices i
    JOIN accounts a ON a.id = i.account_id
    WHERE i.number = ${number}
    FOR NO KEY UPDATE OF i
    FOR KEY SHARE OF a`.execute(trx);
  if (!rows[0]) throw notFound(`Счёта № ${number} нет`);
  if (rows[0].is_deleted)
    throw conflict(`Компания счёта № ${number} удалена: верните деньги плательщику (return)`);
  return rows[0];
}
