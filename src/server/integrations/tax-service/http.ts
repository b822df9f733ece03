import { RequestRefused } from "../http-call.ts";
import { httpAccruals } from "./http-accruals.ts";
import { httpRegistrations } from "./http-registrations.ts";
import { httpTaxpayers } from "./http-taxpayers.ts";
import {
  makeMessageExchange,
  MessageFault,
  PlatformError,
  type MessageExchange,
  type TaxServiceTarget,
} from "./message-exchange.ts";
import type { MessageRows, SentIncome } from "./message-rows.ts";
import type {
  CanceledReceipt,
  CancelResult,
  IncomeRequest,
  IncomeResult,
  TaxService,
} from "./port.ts";
import {
  argumentMatching,
  element,
  mapFewAtOnce,
  kopecksOf,
  message,
  required,
  rublesText,
  taxErrorOf,
  UNSEEN,
} from "./soap-messages.ts";
import { findAll, textOf } from "./xml.ts";

/**
 * «Мой налог» for partners over SOAP 1.1: a request is left as a message, its answer is asked for
 * later. Which message carries which operation is a row: whoever asks next, after a restart or
 * beside us, asks for the same answer. Lost in between, a message is sent again under its
 * operation's id and answered with DUPLICATE, which is success. Source: `domain.md` §1.3.
 */
export function httpTaxService(target: TaxServiceTarget, messages: MessageRows): TaxService {
  const exchange = makeMessageExchange(target);

  /** What an answer means for the operation; a refusal of one is no fault of the others. */
  async function incomeOutcome(
    operationId: string,
    income: SentIncome | null,
    ask: () => Promise<IncomeResult>,
  ): Promise<IncomeResult> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== "DUPLICATE")
        return refusedIncome(operationId, error);
      try {
        const receiptId =
          argumentMatching(error, /receipt_?id/i) ??
          (income && (await receiptOf(exchange, operationId, income)));
        await messages.forget("income", operationId);
        // Registered, and nobody can say as what: a person decides; asking for ever would answer
        // the same.
        return receiptId
          ? { operationId, status: "REGISTERED", receiptId, at: new Date() }
          : { operationId, status: "REFUSED", error: "REQUEST_VALIDATION_ERROR" };
      } catch (fault) {
        return refusedIncome(operationId, fault);
      }
    }
  }

  /** @throws the error, when it is of more than this operation. */
  async function refusedIncome(operationId: string, error: unknown): Promise<IncomeResult> {
    if (error instanceof RequestRefused)
      return { operationId, status: "REFUSED", error: "REQUEST_VALIDATION_ERROR" };
    // Asked again later and less often; the message it was sent by may still be answered.
    if (error instanceof MessageFault)
      return { operationId, status: "REFUSED", error: "INTERNAL_ERROR" };
    if (!(error instanceof PlatformError)) throw error;
    await messages.forget("income", operationId);
    return { operationId, status: "REFUSED", error: taxErrorOf(error) };
  }

  return {
    async registerIncomes(requests) {
      const sent = await messages.read(
        "income",
        requests.map(({ operationId }) => operationId),
      );
      return mapFewAtOnce(requests, async (request): Promise<IncomeResult> => {
        const { operationId } = request;
        if (sent.has(operationId)) return { operationId, status: "PROCESSING" };
        return incomeOutcome(operationId, request, async () => {
          await messages.keep(
            "income",
            operationId,
            await exchange.send(incomeMessage(request)),
            request,
          );
          return { operationId, status: "PROCESSING" };
        });
      });
    },

    async incomeResults(operationIds) {
      const sent = await messages.read("income", operationIds);
      return mapFewAtOnce(operationIds, async (operationId): Promise<IncomeResult> => {
        const message = sent.get(operationId);
        if (!message) return { operationId, status: "UNKNOWN" };
        return incomeOutcome(operationId, message.income, async () => {
          const state = await exchange.look(message.messageId);
          if (state.status === "PROCESSING") return { operationId, status: "PROCESSING" };
          await messages.forget("income", operationId);
          const receiptId = state.status === "LOST" ? "" : textOf(state.answer, "ReceiptId");
          // An answer without a receipt is sent again: then the service says what it has.
          return receiptId === ""
            ? { operationId, status: "UNKNOWN" }
            : { operationId, status: "REGISTERED", receiptId, at: new Date() };
        });
      });
    },

    async cancelReceipts(requests) {
      const sent = await messages.read(
        "cancel",
        requests.map(({ receiptId }) => receiptId),
      );
      return mapFewAtOnce(requests, async (request): Promise<CancelResult> => {
        const { receiptId } = request;
        try {
          const message = sent.get(receiptId);
          if (!message) {
            await messages.keep(
              "cancel",
              receiptId,
              await exchange.send(cancelMessage(request)),
              null,
            );
            return { receiptId, status: "PROCESSING" };
          }
          const state = await exchange.look(message.messageId);
          if (state.status === "PROCESSING") return { receiptId, status: "PROCESSING" };
          await messages.forget("cancel", receiptId);
          return state.status === "LOST"
            ? { receiptId, status: "PROCESSING" }
            : { receiptId, status: "CANCELED", at: new Date() };
        } catch (error) {
          if (error instanceof RequestRefused)
            return { receiptId, status: "REFUSED", error: "REQUEST_VALIDATION_ERROR" };
          if (error instanceof MessageFault)
            return { receiptId, status: "REFUSED", error: "INTERNAL_ERROR" };
          if (!(error instanceof PlatformError)) throw error;
          await messages.forget("cancel", receiptId);
          return error.code === "ALREADY_DELETED"
            ? { receiptId, status: "CANCELED", at: new Date() }
            : { receiptId, status: "REFUSED", error: taxErrorOf(error) };
        }
      });
    },

    canceledReceipts: async (queries) =>
      (await mapFewAtOnce(queries, (query) => canceledOf(exchange, query))).flat(),

    ...httpTaxpayers(target, exchange),
    ...httpRegistrations(exchange),
    ...httpAccruals(exchange),
  };
}

/** Receipts a page of the tax service's list holds at most. */
const PAGE = 100;

/**
 * Page after page until one is not full. Who lets nobody see the list is left out: the status check
 * tells of that.
 */
async function canceledOf(
  exchange: MessageExchange,
  { inn, from, to }: { inn: string; from: Date; to: Date },
): Promise<CanceledReceipt[]> {
  const canceled: CanceledReceipt[] = [];
  try {
    for (let offset = 0; ; offset += PAGE) {
      const body =
        element("Inn", inn) +
        element("From", from.toISOString()) +
        element("To", to.toISOString()) +
        element("Limit", String(PAGE)) +
        element("Offset", String(offset));
      const receipts = findAll(await exchange.ask(message("GetIncomeRequestV2", body)), "Receipts");
      for (const receipt of receipts) {
        const at = Date.parse(textOf(receipt, "CancelationTime"));
        if (!Number.isNaN(at))
          canceled.push({
            inn,
            receiptId: required(textOf(receipt, "ReceiptId"), "ReceiptId"),
            at: new Date(at),
          });
      }
      if (receipts.length < PAGE) return canceled;
    }
  } catch (error) {
    if (error instanceof PlatformError && UNSEEN.has(error.code)) return [];
    throw error;
  }
}

/**
 * The one receipt of the operation's moment and sum; `null` when there is none, or more than one.
 */
async function receiptOf(
  exchange: MessageExchange,
  operationId: string,
  { inn, amountKopecks, operationAt }: SentIncome,
): Promise<string | null> {
  const around = (ms: number) => new Date(operationAt.getTime() + ms).toISOString();
  const body =
    element("Inn", inn) +
    element("From", around(-1000)) +
    element("To", around(1000)) +
    element("Limit", String(PAGE)) +
    element("Offset", "0");
  const receipts = findAll(await exchange.ask(message("GetIncomeRequestV2", body)), "Receipts");
  const named = receipts.filter((receipt) => textOf(receipt, "OperationUniqueId") === operationId);
  const alike =
    named.length > 0
      ? named
      : receipts.filter((receipt) => kopecksOf(textOf(receipt, "TotalAmount")) === amountKopecks);
  return alike.length === 1 && alike[0] ? textOf(alike[0], "ReceiptId") || null : null;
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
  return message(
    "PostCancelReceiptRequestV2",
    element("Inn", request.inn) +
      element("ReceiptId", request.receiptId) +
      element("ReasonCode", request.reason),
  );
}
