import { invoiceEndpoints as endpoints } from "#contract/invoices/invoice-endpoints.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import { cancelInvoice, createInvoice } from "./actions/change-invoices.ts";
import { assignPayment, returnPayment } from "./actions/own-payments.ts";
import type { Platform } from "#server/platform.ts";
import { listIncomingPayments, presentIncomingPayment } from "./incoming-payments.ts";
import { loadInvoicePaper, renderInvoice } from "./invoice-pdf.ts";
import { presentInvoice, type InvoiceRow } from "./queries.ts";
import { listInvoices } from "./list-invoices.ts";

export function serveInvoices(serve: Serve, platform: Platform): void {
  serve(endpoints.issue, async ({ actor, query, trx, audit }) => {
    const invoice = await createInvoice(platform, trx, actor, {
      rubles: query.amount,
      bankProvider: query.bankProvider ?? "MAIN",
    });
    audit(auditRecordOf("invoice.created", invoice));
    return presentInvoice(invoice, actor);
  });

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const invoice = await createInvoice(platform, trx, actor, {
      rubles: body.amount,
      bankProvider: "MAIN",
    });
    audit(auditRecordOf("invoice.created", invoice));
    return presentInvoice(invoice, actor);
  });

  serve.list(endpoints.list, ({ actor, query }) => listInvoices(actor, query));

  serve(endpoints.file, async ({ actor, params, trx }) => {
    const paper = await loadInvoicePaper(trx, actor.accountId, params.id);
    return new FileReply(
      `Счёт № ${paper.number}.pdf`,
      "application/pdf",
      await renderInvoice(paper),
    );
  });

  serve(endpoints.cancel, async ({ actor, params, trx, audit }) => {
    const invoice = await cancelInvoice(trx, actor, params.id);
    audit(auditRecordOf("invoice.canceled", invoice));
    return presentInvoice(invoice, actor);
  });

  serve.list(endpoints.payments, ({ actor, query }) => listIncomingPayments(actor, query));

  serve(endpoints.assignPayment, async ({ actor, params, body, trx, audit }) => {
    const { payment, record } = await assignPayment(platform, trx, actor, {
      id: params.id,
      invoiceId: body.invoiceID,
    });
    audit(record);
    return presentIncomingPayment(payment, actor);
  });

  serve(endpoints.returnPayment, async ({ actor, params, trx, audit }) => {
    const { payment, record } = await returnPayment(platform, trx, actor, params.id);
    audit(record);
    return presentIncomingPayment(payment, actor);
  });
}

function auditRecordOf(
  event: string,
  { id, number, amount_kopecks: amount }: InvoiceRow,
): AuditRecord {
  return {
    event,
    object: { type: "invoice", id: Number(id), title: `Счёт № ${number}` },
    after: { amount: kopecksToRubles(amount) },
  };
}
