import { systemClock, type Clock } from "#server/data/clock.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { RequestRefused } from "../common/http-call.ts";
import { httpAccruals } from "./http-accruals.ts";
import { httpRegistrations } from "./http-registrations.ts";
import { httpTaxpayers } from "./http-taxpayers.ts";
import {
  contentOf,
  makeMessageExchange,
  MessageFault,
  PlatformError,
  type MessageExchange,
  type TaxServiceTarget,
} from "./message-exchange.ts";
import { AROUND_MS, type MessageRows, type SentIncome, type SentMessage } from "./message-rows.ts";
import {
  MAY_REGISTER_MS,
  type CanceledReceipt,
  type CancelResult,
  type IncomeLookup,
  type IncomeRequest,
  type IncomeResult,
  type TaxRefusal,
  type TaxService,
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
import { findAll, textOf, type XmlElement } from "./xml.ts";

/**
 * «Мой налог» for partners, SOAP 1.1: answers are polled. Rows map operations to messages: any
 * process can poll. A row is written before its message is sent: a message without an answer is
 * sent again under its operation's id, and DUPLICATE is success. Source: `domain.md` §1.3.
 */
export function httpTaxService(
  target: TaxServiceTarget,
  messages: MessageRows,
  clock: Clock = systemClock,
): TaxService {
  const exchange = makeMessageExchange(target);
  const mapInTime = <Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) =>
    mapFewAtOnce(items, work, target.batchMs ?? BATCH_MS);

  /** @param before - what is known apart from this very message. */
  async function incomeOutcome(
    operationId: string,
    before: Unheard,
    ask: () => Promise<IncomeResult>,
  ): Promise<IncomeResult> {
    try {
      return await ask();
    } catch (error) {
      // Either the message may still be answered or it may have been heard.
      if (error instanceof MessageFault) return { operationId, status: "FAULT" };
      if (error instanceof RequestRefused)
        return refused(operationId, before, "REQUEST_VALIDATION_ERROR");
      if (!(error instanceof PlatformError)) throw error;
      if (error.code === "DUPLICATE") return registeredBefore(operationId, before, error);
      const refusal = taxErrorOf(error);
      if (refusal !== "INTERNAL_ERROR") return refused(operationId, before, refusal);
      await keepUnheard(operationId, before, clock.now());
      return { operationId, status: "FAULT" };
    }
  }

  /** A refusal answers its own message; one before it, unheard, is looked for. */
  async function refused(
    operationId: string,
    { unheardAt, income }: Unheard,
    error: TaxRefusal,
  ): Promise<IncomeResult> {
    if (unheardAt && income) {
      const found = await findIncome(exchange, messages, { ...income, operationId });
      if (found.status === "REGISTERED") return registered(operationId, found.receiptId);
      const mayCome = clock.now().getTime() < unheardAt.getTime() + MAY_REGISTER_MS;
      if (mayCome || found.status !== "ABSENT") {
        await keepUnheard(operationId, { income }, unheardAt);
        return { operationId, status: "FAULT" };
      }
    }
    await messages.forget("income", operationId);
    return { operationId, status: "REFUSED", error };
  }

  async function registeredBefore(
    operationId: string,
    { income }: Unheard,
    answer: PlatformError,
  ): Promise<IncomeResult> {
    const named = argumentMatching(answer, /receipt_?id/i);
    if (named) return registered(operationId, named);
    const found = income && (await findIncome(exchange, messages, { ...income, operationId }));
    return found?.status === "REGISTERED"
      ? registered(operationId, found.receiptId)
      : { operationId, status: "DUPLICATE" };
  }

  /** Its message stays: whoever asked may not have written the answer down, and the next asks for it again. */
  const registered = (operationId: string, receiptId: string): IncomeResult => ({
    operationId,
    status: "REGISTERED",
    receiptId,
    at: clock.now(),
  });

  const keepUnheard = (
    operationId: string,
    { income }: Pick<Unheard, "income">,
    unheardAt: Date,
  ): Promise<void> => messages.keep("income", operationId, { messageId: null, unheardAt, income });

  return {
    async registerIncomes(requests) {
      const sent = await messages.read(
        "income",
        requests.map(({ operationId }) => operationId),
      );
      return mapInTime(requests, async (request): Promise<IncomeResult> => {
        const { operationId } = request;
        const row = sent.get(operationId);
        if (row?.messageId) return { operationId, status: "PROCESSING" };
        const before = { unheardAt: row?.unheardAt ?? null, income: row?.income ?? request };
        return incomeOutcome(operationId, before, async () => {
          await keepUnheard(operationId, before, clock.now());
          const messageId = await exchange.send(incomeMessage(request, clock.now()), () => {
            before.unheardAt = clock.now();
          });
          await messages.keep("income", operationId, { ...before, messageId });
          return { operationId, status: "PROCESSING" };
        });
      });
    },

    async incomeResults(operationIds) {
      const sent = await messages.read("income", operationIds);
      return mapInTime(operationIds, async (operationId): Promise<IncomeResult> => {
        const row = sent.get(operationId);
        const messageId = row?.messageId;
        if (!row || !messageId) return { operationId, status: "UNKNOWN" };
        return incomeOutcome(operationId, row, async () => {
          const state = await exchange.look(messageId).catch((error: unknown) => {
            // The query was refused, not the income.
            if (error instanceof RequestRefused) throw new MessageFault(error.message);
            throw error;
          });
          if (state.status === "PROCESSING") return { operationId, status: "PROCESSING" };
          const receiptId = state.status === "LOST" ? "" : textOf(state.answer, "ReceiptId");
          if (state.status !== "LOST" && receiptId === "")
            throw new MessageFault("the tax service's answer has no ReceiptId");
          if (receiptId !== "") return registered(operationId, receiptId);
          // Without a receipt: send again, and the service reports it.
          await keepUnheard(operationId, row, clock.now());
          return { operationId, status: "UNKNOWN" };
        });
      });
    },

    findIncome: (income) => findIncome(exchange, messages, income),

    async cancelReceipts(requests) {
      const sent = await messages.read(
        "cancel",
        requests.map(({ receiptId }) => receiptId),
      );
      return mapInTime(requests, async (request): Promise<CancelResult> => {
        const { receiptId } = request;
        try {
          const message = sent.get(receiptId);
          if (!message?.messageId) {
            const messageId = await exchange.send(cancelMessage(request));
            await messages.keep("cancel", receiptId, { ...NOTHING_UNHEARD, messageId });
            return { receiptId, status: "PROCESSING" };
          }
          const state = await exchange.look(message.messageId);
          if (state.status === "PROCESSING") return { receiptId, status: "PROCESSING" };
          if (
            state.status === "COMPLETED" &&
            textOf(contentOf(state.answer, cancelMessage(request)), "RequestResult") !== "DELETED"
          )
            throw new MessageFault("the tax service's answer says not that the income is deleted");
          await messages.forget("cancel", receiptId);
          return state.status === "LOST"
            ? { receiptId, status: "PROCESSING" }
            : { receiptId, status: "CANCELED", at: clock.now() };
        } catch (error) {
          if (error instanceof RequestRefused)
            return { receiptId, status: "REFUSED", error: "REQUEST_VALIDATION_ERROR" };
          if (error instanceof MessageFault)
            return { receiptId, status: "REFUSED", error: "INTERNAL_ERROR" };
          if (!(error instanceof PlatformError)) throw error;
          await messages.forget("cancel", receiptId);
          return error.code === "ALREADY_DELETED"
            ? { receiptId, status: "CANCELED", at: clock.now() }
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

type Unheard = Omit<SentMessage, "messageId">;
/** A second annulment is a success. */
const NOTHING_UNHEARD: Unheard = { unheardAt: null, income: null };

/** Both questions of a task's batch and a late answer fit into its lease of two minutes. */
const BATCH_MS = 30_000;
const PAGE = 100;

/** Leaves out people who deny access: the status check finds them. */
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
      const receipts = await receiptsOf(exchange, body);
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

/** The service says «none» by an answer of its own name without receipts: nothing else is a list. */
async function receiptsOf(exchange: MessageExchange, body: string): Promise<XmlElement[]> {
  const answer = await exchange.ask(message("GetIncomeRequestV2", body));
  if (answer.name !== "GetIncomeResponseV2")
    throw new MessageFault(`the tax service answered with ${answer.name} for a list of incomes`);
  return findAll(answer, "Receipts");
}

/**
 * By operation, or as the only one of its moment and sum that is no other operation's. An income issued anew has
 * both of the annulled one before it: a living one comes first.
 */
async function findIncome(
  exchange: MessageExchange,
  messages: MessageRows,
  income: SentIncome & { readonly operationId: string },
): Promise<IncomeLookup> {
  const { operationId, inn, amountKopecks, operationAt } = income;
  const around = (ms: number) => new Date(operationAt.getTime() + ms).toISOString();
  const body =
    element("Inn", inn) +
    element("From", around(-AROUND_MS)) +
    element("To", around(AROUND_MS)) +
    element("Limit", String(PAGE)) +
    element("Offset", "0");
  try {
    const receipts = await receiptsOf(exchange, body);
    const named = receipts.filter(
      (receipt) => textOf(receipt, "OperationUniqueId") === operationId,
    );
    const others = await messages.numbersOfOthers(operationId, income);
    const same = receipts.filter(
      (receipt) =>
        kopecksOf(textOf(receipt, "TotalAmount")) === amountKopecks &&
        !others.has(textOf(receipt, "ReceiptId")),
    );
    const living = same.filter((receipt) => textOf(receipt, "CancelationTime") === "");
    const alike = [named, living, same].find((found) => found.length > 0) ?? [];
    const receiptId = alike.length === 1 && alike[0] ? textOf(alike[0], "ReceiptId") : "";
    if (receiptId !== "") return { status: "REGISTERED", receiptId };
    return { status: alike.length === 0 && receipts.length < PAGE ? "ABSENT" : "UNCLEAR" };
  } catch (error) {
    if (error instanceof OutOfReach) throw error;
    const isHidden = error instanceof PlatformError && UNSEEN.has(error.code);
    return { status: isHidden ? "HIDDEN" : "UNCLEAR" };
  }
}

function incomeMessage(request: IncomeRequest, at: Date): string {
  const rubles = rublesText(request.amountKopecks);
  return message(
    "PostIncomeRequestV2",
    [
      element("Inn", request.inn),
      element("RequestTime", at.toISOString()),
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
