import { httpAccruals } from "./http-accruals.ts";
import { httpTaxpayers } from "./http-taxpayers.ts";
import { makeMessageExchange, PlatformError, type MessageExchange, type TaxServiceTarget } from "./message-exchange.ts";
import type { CanceledReceipt, CancelResult, IncomeRequest, IncomeResult, TaxService } from "./port.ts";
import { argLike, element, inTurns, message, required, rublesText, taxErrorOf, UNSEEN } from "./soap-messages.ts";
import { findAll, textOf } from "./xml.ts";

/** Messages remembered; beyond it the oldest are forgotten and, being unknown, sent again under the same ids. */
const MOST_REMEMBERED = 100_000;

/**
 * «Мой налог» for partners over SOAP 1.1: a request is left as a message, its answer is asked for later. Which message
 * carries which operation is remembered by this process only; after a restart an operation is UNKNOWN, is sent again and
 * answered with DUPLICATE, which is success. Source: `domain.md` §1.3.
 */
export function httpTaxService(target: TaxServiceTarget): TaxService {
  const exchange = makeMessageExchange(target);
  const incomes = new Map<string, string>();
  const cancels = new Map<string, string>();

  return {
    registerIncomes: (requests) =>
      inTurns(requests, async (request): Promise<IncomeResult> => {
        const { operationId } = request;
        if (incomes.has(operationId)) return { operationId, status: "PROCESSING" };
        try {
          remember(incomes, operationId, await exchange.send(incomeMessage(request)));
          return { operationId, status: "PROCESSING" };
        } catch (error) {
          return incomeRefusal(operationId, error);
        }
      }),

    incomeResults: (operationIds) =>
      inTurns(operationIds, async (operationId): Promise<IncomeResult> => {
        const messageId = incomes.get(operationId);
        if (!messageId) return { operationId, status: "UNKNOWN" };
        try {
          const state = await exchange.look(messageId);
          if (state.status === "PROCESSING") return { operationId, status: "PROCESSING" };
          incomes.delete(operationId);
          if (state.status === "LOST") return { operationId, status: "UNKNOWN" };
          return { operationId, status: "REGISTERED", receiptId: required(textOf(state.answer, "ReceiptId"), "ReceiptId"), at: new Date() };
        } catch (error) {
          if (error instanceof PlatformError) incomes.delete(operationId);
          return incomeRefusal(operationId, error);
        }
      }),

    cancelReceipts: (requests) =>
      inTurns(requests, async (request): Promise<CancelResult> => {
        const { receiptId } = request;
        try {
          const messageId = cancels.get(receiptId);
          if (!messageId) {
            remember(cancels, receiptId, await exchange.send(cancelMessage(request)));
            return { receiptId, status: "PROCESSING" };
          }
          const state = await exchange.look(messageId);
          if (state.status === "PROCESSING") return { receiptId, status: "PROCESSING" };
          cancels.delete(receiptId);
          return state.status === "LOST" ? { receiptId, status: "PROCESSING" } : { receiptId, status: "CANCELED", at: new Date() };
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          cancels.delete(receiptId);
          return error.code === "ALREADY_DELETED" ? { receiptId, status: "CANCELED", at: new Date() } : { receiptId, status: "REFUSED", error: taxErrorOf(error) };
        }
      }),

    canceledReceipts: async (queries) => (await inTurns(queries, (query) => canceledOf(exchange, query))).flat(),

    ...httpTaxpayers(target, exchange),
    ...httpAccruals(exchange),
  };
}

/** Receipts a page of the tax service's list holds at most. */
const PAGE = 100;

/** Page after page until one is not full. Who lets nobody see the list is left out: the status check tells of that. */
async function canceledOf(exchange: MessageExchange, { inn, from, to }: { inn: string; from: Date; to: Date }): Promise<CanceledReceipt[]> {
  const canceled: CanceledReceipt[] = [];
  try {
    for (let offset = 0; ; offset += PAGE) {
      const body = element("Inn", inn) + element("From", from.toISOString()) + element("To", to.toISOString()) + element("Limit", String(PAGE)) + element("Offset", String(offset));
      const receipts = findAll(await exchange.ask(message("GetIncomeRequestV2", body)), "Receipts");
      for (const receipt of receipts) {
        const at = Date.parse(textOf(receipt, "CancelationTime"));
        if (!Number.isNaN(at)) canceled.push({ inn, receiptId: required(textOf(receipt, "ReceiptId"), "ReceiptId"), at: new Date(at) });
      }
      if (receipts.length < PAGE) return canceled;
    }
  } catch (error) {
    if (error instanceof PlatformError && UNSEEN.has(error.code)) return [];
    throw error;
  }
}

function incomeMessage(request: IncomeRequest): string {
  const rubles = rublesText(request.amountKopecks);
  return message(
    "PostIncomeRequestV2",
    [
      element("Inn", request.inn),
      element("RequestTime", new Date().toISOString()),
      element("OperationTime", request.operationAt.toISOString()),
      element("IncomeType", "FROM_LEGAL_ENTITY"),
      element("CustomerInn", request.customerInn),
      element("CustomerOrganization", request.customerName),
      `<m:Services>${element("Amount", rubles)}${element("Name", request.serviceName)}${element("Quantity", "1")}</m:Services>`,
      element("TotalAmount", rubles),
      element("OperationUniqueId", request.operationId),
    ].join(""),
  );
}

function cancelMessage(request: { inn: string; receiptId: string; reason: string }): string {
  return message("PostCancelReceiptRequestV2", element("Inn", request.inn) + element("ReceiptId", request.receiptId) + element("ReasonCode", request.reason));
}

function incomeRefusal(operationId: string, error: unknown): IncomeResult {
  if (!(error instanceof PlatformError)) throw error;
  if (error.code === "DUPLICATE") {
    const receiptId = argLike(error, /receipt_?id/i);
    if (receiptId) return { operationId, status: "REGISTERED", receiptId, at: new Date() };
  }
  return { operationId, status: "REFUSED", error: taxErrorOf(error) };
}

function remember(map: Map<string, string>, key: string, messageId: string): void {
  map.set(key, messageId);
  const oldest = map.size > MOST_REMEMBERED ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
