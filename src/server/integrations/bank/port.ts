import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import type { BankProvider } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";

export interface PayoutOrder {
  /**
   * Idempotency key: the bank executes the order once. `{accountId}-{payoutId}-{attempt}`,
   * `withdrawal-{id}`.
   */
  readonly orderId: string;
  readonly kind: "CARD" | "PAYMENT_ACCOUNT" | "SBP";
  readonly amountKopecks: bigint;
  /** By kind: card token, account number with БИК (`{bik}:{account}`), or phone 79XXXXXXXXX. */
  readonly destination: string;
  readonly recipientName: string;
  readonly recipientInn: string;
  readonly purpose: string;
}

export interface TaxOrder {
  /** Idempotency key, like a payout's; the prefix `tax-` keeps the two apart. */
  readonly orderId: string;
  readonly amountKopecks: bigint;
  /** УИН of the charge: with it the budget needs no other requisites. */
  readonly uin: string;
  readonly kbk: string;
  /** yyyyMM. */
  readonly period: string;
  readonly payerName: string;
  readonly payerInn: string;
  readonly purpose: string;
}

export const PAYOUT_FAILURES = REASONS.payoutFailure.ids;
export type PayoutFailure = IdOf<typeof REASONS.payoutFailure>;

export type OrderResult =
  | { readonly orderId: string; readonly status: "PENDING" }
  /**
   * The bank sees signs of a transfer without the owner's consent and waits for his word, two days
   * at most. Source: 161-ФЗ, статья 8.
   */
  | { readonly orderId: string; readonly status: "HELD" }
  | { readonly orderId: string; readonly status: "DONE"; readonly at: Date }
  /** Never left the bank. */
  | {
      readonly orderId: string;
      readonly status: "REJECTED";
      readonly reason: PayoutFailure;
      readonly at: Date;
    }
  /** Left and was returned, up to ten days after DONE. */
  | {
      readonly orderId: string;
      readonly status: "RETURNED";
      readonly reason: PayoutFailure;
      readonly at: Date;
    }
  /** The bank does not know this order. */
  | { readonly orderId: string; readonly status: "UNKNOWN" };

/** The next returned orders; `position` is the bank's mark of what has been read. */
interface ReturnsPage {
  readonly returns: readonly Extract<OrderResult, { status: "RETURNED" }>[];
  readonly position: string | null;
}

/** The bank's result of binding a card, whose number stays with the bank. */
export type CardBindingResult =
  | { readonly bindingId: string; readonly status: "PENDING" | "FAILED" | "UNKNOWN" }
  /** `panMask`: the first six and the last four digits, stars between. */
  | {
      readonly bindingId: string;
      readonly status: "BOUND";
      readonly token: string;
      readonly panMask: string;
    };

/** Page of the simulated bank for binding a card, served by the sandbox module. */
export const CARD_BINDING_PAGE = "/sandbox/card-binding/";

export type BankCardStatus = "ok" | "expired" | "blocked";

/** A payee the bank must accept as its client. */
export interface BankClient {
  /**
   * Idempotency key: the bank reviews an application once. `registration-{workmanId}-{attempt}`.
   */
  readonly applicationId: string;
  readonly phone: string;
  readonly inn: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly gender: "MALE" | "FEMALE" | null;
  readonly email: string | null;
  /** yyyy-MM-dd, as all days here. */
  readonly birthDate: string;
  readonly birthPlace: string | null;
  /** Country code of the national classifier. */
  readonly citizenshipCode: string;
  readonly passport: {
    readonly series: string | null;
    readonly number: string | null;
    readonly date: string | null;
    readonly issuedBy: string | null;
    readonly divisionCode: string | null;
  };
  readonly snils: string | null;
  readonly registrationAddress: string | null;
  readonly secretWord: string | null;
  readonly account: { readonly bik: string; readonly number: string } | null;
}

export type BankClientResult =
  /** UNKNOWN: the bank does not know this application. */
  | { readonly applicationId: string; readonly status: "PENDING" | "UNKNOWN" | "VALID" }
  /** INVALID: the data are rejected; ERROR: a fault of the bank. `message`: the bank's text. */
  | {
      readonly applicationId: string;
      readonly status: "INVALID" | "ERROR";
      readonly message: string;
    };

/** A line of the statement of one of the platform's accounts. */
export interface IncomingPayment {
  /** The bank's constant id of the line. */
  readonly paymentId: string;
  readonly bankProvider: BankProvider;
  readonly amountKopecks: bigint;
  readonly payerInn: string;
  readonly payerName: string;
  /** The payer's text. */
  readonly purpose: string;
  readonly at: Date;
}

/** The next lines of the statement; `position` is the bank's mark of what has been read. */
interface StatementPage {
  readonly payments: readonly IncomingPayment[];
  readonly position: string | null;
}

/** Money returned to its payer because its purpose is unknown. */
export interface ReturnOrder {
  /** Idempotency key; begins with `return-`. */
  readonly orderId: string;
  /** The bank's id of the incoming line, which tells it the payer's account. */
  readonly paymentId: string;
  readonly amountKopecks: bigint;
  readonly payerInn: string;
  readonly payerName: string;
  readonly purpose: string;
}

interface StatementRequest {
  /** Prefix of order keys: `12-`; empty for orders of all kinds. */
  readonly orderPrefix: string;
  readonly payerInns: readonly string[];
  /** Start, included; `to` is excluded. */
  readonly from: Date;
  readonly to: Date;
  /** `position` of the last page; `null` reads from the beginning. */
  readonly position: string | null;
}

export interface StatementLine {
  /** OUTGOING: an executed order; RETURNED: one returned later. */
  readonly kind: "INCOMING" | "OUTGOING" | "RETURNED";
  /** The bank's id of an incoming line, otherwise the key of our order. */
  readonly reference: string;
  readonly amountKopecks: bigint;
  readonly at: Date;
}

/**
 * The bank rejects a whole call because of one order: none of it was accepted, though an earlier
 * call may have been. Submitting in parts finds that order.
 */
export class OrdersRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OrdersRefused";
  }
}

/** The bank with the customers' money. It answers at once, later, or after a return. */
export interface BankGateway {
  /**
   * Submits up to 1 000 orders; repeating an order changes nothing.
   *
   * @returns one result per order, in any order.
   * @throws OrdersRefused; Error when the bank cannot be reached: none or all may have been
   *   accepted, so retry.
   */
  submitOrders(orders: readonly PayoutOrder[]): Promise<OrderResult[]>;
  /** `submitOrders` for payments to the budget; their results come by the calls below. */
  submitTaxOrders(orders: readonly TaxOrder[]): Promise<OrderResult[]>;
  submitReturns(orders: readonly ReturnOrder[]): Promise<OrderResult[]>;
  /** Results of at most 1 000 orders. */
  orderResults(orderIds: readonly string[]): Promise<OrderResult[]>;
  /**
   * Returned orders in the order of the bank's list, at most 1 000: the only news of a return after
   * DONE. An order may come twice, none is left out.
   *
   * @param position - of the last page; `null` reads from the beginning.
   */
  returnsAfter(position: string | null): Promise<ReturnsPage>;
  /**
   * Opens a page of the bank where a person binds a card.
   *
   * @param returnUrl - where the bank sends the person then, with `card-bind-result=success|fail`.
   * @returns the URL of the page.
   */
  openCardBinding(binding: {
    readonly bindingId: string;
    readonly returnUrl: string;
  }): Promise<{ readonly url: string }>;
  /** Results of at most 100 bindings. */
  cardBindingResults(bindingIds: readonly string[]): Promise<CardBindingResult[]>;
  /** Whether at most 100 cards work, without those the bank does not know. */
  cardStatuses(
    tokens: readonly string[],
  ): Promise<{ readonly token: string; readonly status: BankCardStatus }[]>;
  /**
   * Submits an application; repeating it changes nothing. @throws Error when the bank cannot be
   * reached.
   */
  submitClient(client: BankClient): Promise<BankClientResult>;
  /** Results of at most 100 applications. */
  clientResults(applicationIds: readonly string[]): Promise<BankClientResult[]>;
  /**
   * Incoming payments after the position, oldest first, at most 1 000. A line may come twice, none
   * is left out.
   *
   * @param position - of the last page; `null` reads from the beginning.
   */
  incomingAfter(position: string | null): Promise<StatementPage>;
  /**
   * The customer's lines of a period by the bank's days, oldest first, at most 1 000; `position` is
   * `null` after the last.
   */
  statementOf(
    request: StatementRequest,
  ): Promise<{ readonly lines: readonly StatementLine[]; readonly position: string | null }>;
}
