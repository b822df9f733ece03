import { Type, type Static } from "typebox";
import { BANK_PROVIDER } from "#contract/definitions/payment-types.ts";
import { callJson, RequestRefused, type HttpTarget } from "../common/http-call.ts";
import { answerReader, linesReader } from "../common/read-answer.ts";
import { httpCards } from "./http-cards.ts";
import { httpClients } from "./http-clients.ts";
import { httpStatement } from "./http-statement.ts";
import {
  OrdersRefused,
  PAYOUT_FAILURES,
  type BankGateway,
  type IncomingPayment,
  type OrderResult,
  type PayoutFailure,
} from "./port.ts";

const WireResult = Type.Object({
  orderId: Type.String(),
  status: Type.Enum(["PENDING", "HELD", "DONE", "REJECTED", "RETURNED", "UNKNOWN"]),
  reason: Type.Optional(Type.String()),
  /** ISO 8601 with a zone. */
  at: Type.Optional(Type.String()),
});
const WirePayment = Type.Object({
  paymentId: Type.String({ minLength: 1, maxLength: 200 }),
  bankProvider: Type.Optional(BANK_PROVIDER.schema),
  amountKopecks: Type.Integer({ minimum: 1 }),
  payerInn: Type.String(),
  payerName: Type.String(),
  purpose: Type.String(),
  at: Type.String(),
});
const position = Type.Union([Type.String(), Type.Null()]);
const readStatement = answerReader(
  "the bank's statement",
  Type.Object({ payments: Type.Array(WirePayment), position }),
);
const readReturns = answerReader(
  "the bank's list of returns",
  Type.Object({ results: Type.Array(WireResult), position }),
);
const readResults = answerReader(
  "the bank's answer",
  Type.Object({ results: Type.Array(Type.Unknown()) }),
);
const resultsOf = linesReader("the bank's answer", "orderId", WireResult);

/**
 * JSON API: `POST {url}/orders`, `/tax-orders`, `/returns`, `/orders/results`, each answering
 * `{results: [{orderId, status, reason?, at?}]}` with a line for each order asked about: of one it
 * does not know the bank says `UNKNOWN`; `GET {url}/orders/returns?after=` those returned with a
 * `position`; `GET {url}/statement?after=` answers `{payments: [{paymentId, bankProvider?,
 * amountKopecks, payerInn, payerName, purpose, at}], position}`. Kopecks. Others: `http-*.ts`.
 */
export function httpBank(target: HttpTarget): BankGateway {
  async function submit(
    path: string,
    orders: readonly { readonly orderId: string; readonly amountKopecks: bigint }[],
  ): Promise<OrderResult[]> {
    if (orders.length === 0) return [];
    const body = {
      orders: orders.map((order) => ({ ...order, amountKopecks: Number(order.amountKopecks) })),
    };
    return resultsIn(
      await take(path, body),
      orders.map(({ orderId }) => orderId),
    );
  }

  async function take(path: string, body: object): Promise<unknown> {
    try {
      return await callJson(target, { method: "POST", path, body });
    } catch (error) {
      if (error instanceof RequestRefused)
        throw new OrdersRefused(`Банк не принял поручение (ответ ${error.status})`, {
          cause: error,
        });
      throw error;
    }
  }

  return {
    ...httpCards(target),
    ...httpClients(target),
    ...httpStatement(target),
    submitOrders: (orders) => submit("/orders", orders),
    submitTaxOrders: (orders) => submit("/tax-orders", orders),
    submitReturns: (orders) => submit("/returns", orders),
    async orderResults(orderIds) {
      if (orderIds.length === 0) return [];
      return resultsIn(
        await callJson(target, { method: "POST", path: "/orders/results", body: { orderIds } }),
        orderIds,
      );
    },
    async returnsAfter(position) {
      const answer = readReturns(
        await callJson(target, {
          method: "GET",
          path: `/orders/returns${position === null ? "" : `?after=${encodeURIComponent(position)}`}`,
        }),
      );
      return {
        returns: answer.results.map(read).filter((one) => one.status === "RETURNED"),
        position: answer.position,
      };
    },
    async incomingAfter(position) {
      const answer = readStatement(
        await callJson(target, {
          method: "GET",
          path: `/statement${position === null ? "" : `?after=${encodeURIComponent(position)}`}`,
        }),
      );
      return { payments: answer.payments.map(readPayment), position: answer.position };
    },
  };
}

function readPayment({
  bankProvider = "MAIN",
  amountKopecks,
  at,
  ...line
}: Static<typeof WirePayment>): IncomingPayment {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime()))
    throw new Error(`the bank gives no time for payment ${line.paymentId}`);
  return { ...line, bankProvider, amountKopecks: BigInt(amountKopecks), at: moment };
}

function resultsIn(answer: unknown, orderIds: readonly string[]): OrderResult[] {
  return resultsOf(readResults(answer).results, orderIds).map(read);
}

function read({ orderId, status, reason, at }: Static<typeof WireResult>): OrderResult {
  if (status === "PENDING" || status === "HELD" || status === "UNKNOWN") return { orderId, status };
  const moment = new Date(at ?? "");
  if (Number.isNaN(moment.getTime()))
    throw new Error(`the bank gives no time for order ${orderId}`);
  return status === "DONE"
    ? { orderId, status, at: moment }
    : { orderId, status, reason: failureOf(reason), at: moment };
}

function failureOf(reason: string | undefined): PayoutFailure {
  return PAYOUT_FAILURES.find((known) => known === reason) ?? "TECHNICAL";
}
