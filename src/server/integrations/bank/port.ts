import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import type { BankProvider } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";

/** One transfer to a worker. */
export interface PayoutOrder {
  /**
   * Our key: the bank does the order once, however often it hears of it.
   * `{accountId}-{payoutId}-{attempt}`, `withdrawal-{id}`.
   */
  readonly orderId: string;
  readonly kind: "CARD" | "PAYMENT_ACCOUNT" | "SBP";
  readonly amountKopecks: bigint;
  /** Card token, account number with БИК (`{bik}:{account}`), or phone 79XXXXXXXXX, by kind. */
  readonly destination: string;
  readonly recipientName: string;
  readonly recipientInn: string;
  readonly purpose: string;
}

/** One payment of a worker's tax to the budget. */
export interface TaxOrder {
  /** Our key, as of a payout; begins with `tax-`, so that the two never meet. */
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

/** Why a transfer did not arrive. */
export const PAYOUT_FAILURES = REASONS.payoutFailure.ids;
export type PayoutFailure = IdOf<typeof REASONS.payoutFailure>;

export type OrderResult =
  | { readonly orderId: string; readonly status: "PENDING" }
  | { readonly orderId: string; readonly status: "DONE"; readonly at: Date }
  /** Never left the bank. */
  | {
      readonly orderId: string;
      readonly status: "REJECTED";
      readonly reason: PayoutFailure;
      readonly at: Date;
    }
  /** Left and came back, up to ten days after DONE. */
  | {
      readonly orderId: string;
      readonly status: "RETURNED";
      readonly reason: PayoutFailure;
      readonly at: Date;
    }
  /** The bank has not heard of this order. */
  | { readonly orderId: string; readonly status: "UNKNOWN" };

/**
 * The next orders of the list of returns; `position` is the bank's own mark of how far it has been
 * read.
 */
interface ReturnsPage {
  readonly returns: readonly Extract<OrderResult, { status: "RETURNED" }>[];
  readonly position: string | null;
}

/**
 * What the bank says of a person it was sent to bind a card. The number of the card stays with the
 * bank.
 */
export type CardBindingResult =
  | { readonly bindingId: string; readonly status: "PENDING" | "FAILED" | "UNKNOWN" }
  /** `panMask`: the first six and the last four digits, stars between. */
  | {
      readonly bindingId: string;
      readonly status: "BOUND";
      readonly token: string;
      readonly panMask: string;
    };

/** Where the simulated bank shows its page for binding a card; the helper module serves it. */
export const CARD_BINDING_PAGE = "/sandbox/card-binding/";

export type BankCardStatus = "ok" | "expired" | "blocked";

/** A person the bank is asked to accept as its client: whom it will pay. */
export interface BankClient {
  /** Our key: the bank looks at an application once. `registration-{workmanId}-{attempt}`. */
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
  /** Code of the country in the national classifier. */
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
  /** The account he wants to be paid to. */
  readonly account: { readonly bik: string; readonly number: string } | null;
}

export type BankClientResult =
  /** UNKNOWN: the bank has not heard of this application. */
  | { readonly applicationId: string; readonly status: "PENDING" | "UNKNOWN" | "VALID" }
  /**
   * INVALID: the data are refused; ERROR: a fault of the bank's own. `message`: the bank's words.
   */
  | {
      readonly applicationId: string;
      readonly status: "INVALID" | "ERROR";
      readonly message: string;
    };

/** Money that has come to one of the platform's accounts: a line of the statement. */
export interface IncomingPayment {
  /** The bank's own id of the line: the same line always has the same. */
  readonly paymentId: string;
  readonly bankProvider: BankProvider;
  readonly amountKopecks: bigint;
  readonly payerInn: string;
  readonly payerName: string;
  /** What the payer wrote. */
  readonly purpose: string;
  readonly at: Date;
}

/**
 * The next lines of the statement; `position` is the bank's own mark of how far it has been read.
 */
interface StatementPage {
  readonly payments: readonly IncomingPayment[];
  readonly position: string | null;
}

/** Money that goes back to whoever has sent it, because nobody knows what it was for. */
export interface ReturnOrder {
  /** Our key; begins with `return-`. */
  readonly orderId: string;
  /** The bank's id of the line that came: the bank knows the account it came from. */
  readonly paymentId: string;
  readonly amountKopecks: bigint;
  readonly payerInn: string;
  readonly payerName: string;
  readonly purpose: string;
}

/** Which lines of the statement of a period concern one customer. */
interface StatementRequest {
  /** Orders whose keys begin so: `12-`. */
  readonly orderPrefix: string;
  /** Money from these payers. */
  readonly payerInns: readonly string[];
  /** The first moment, and the first one that is not of the period any more. */
  readonly from: Date;
  readonly to: Date;
  /** What the last page gave; `null` reads from the beginning. */
  readonly position: string | null;
}

/** A movement on the platform's accounts as the bank tells it after the fact. */
export interface StatementLine {
  /** OUTGOING: an order that was done; RETURNED: one that came back later. */
  readonly kind: "INCOMING" | "OUTGOING" | "RETURNED";
  /** Of money that came the bank's id of the line, else the key of our order. */
  readonly reference: string;
  readonly amountKopecks: bigint;
  readonly at: Date;
}

/**
 * Thrown for orders the bank refuses to take, all of them because of one: nothing of this call was
 * taken, an earlier one may have been. Whoever ordered finds the one by asking in parts.
 */
export class OrdersRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OrdersRefused";
  }
}

/** The bank that holds the customers' money. Answers may come at once, later, or after a return. */
export interface BankGateway {
  /**
   * Hands over up to 1 000 orders; repeating an order changes nothing.
   *
   * @returns one result for each order, in any order.
   * @throws OrdersRefused; Error when the bank is out of reach: nothing may have been taken, or
   *   everything; ask again.
   */
  submitOrders(orders: readonly PayoutOrder[]): Promise<OrderResult[]>;
  /** The same for payments to the budget; what becomes of them is asked by the two calls below. */
  submitTaxOrders(orders: readonly TaxOrder[]): Promise<OrderResult[]>;
  /** The same for money sent back to its payer. */
  submitReturns(orders: readonly ReturnOrder[]): Promise<OrderResult[]>;
  /** What has become of the orders; at most 1 000. */
  orderResults(orderIds: readonly string[]): Promise<OrderResult[]>;
  /**
   * Orders that came back, in the order the bank lists them: how a return after DONE is learnt; at
   * most 1 000. One may be shown again, none is left out.
   *
   * @param position - what the last page gave; `null` reads from the beginning.
   */
  returnsAfter(position: string | null): Promise<ReturnsPage>;
  /**
   * Opens the bank's own page for a person to bind a card on.
   *
   * @param returnUrl - where the bank sends the person afterwards, with
   *   `card-bind-result=success|fail` added.
   * @returns the address of the page.
   */
  openCardBinding(binding: {
    readonly bindingId: string;
    readonly returnUrl: string;
  }): Promise<{ readonly url: string }>;
  /** What has become of the bindings; at most 100. */
  cardBindingResults(bindingIds: readonly string[]): Promise<CardBindingResult[]>;
  /** Whether the cards work; the ones the bank does not know are left out. At most 100. */
  cardStatuses(
    tokens: readonly string[],
  ): Promise<{ readonly token: string; readonly status: BankCardStatus }[]>;
  /**
   * Hands over an application; repeating it changes nothing. @throws Error when the bank is out of
   * reach.
   */
  submitClient(client: BankClient): Promise<BankClientResult>;
  /** What has become of the applications; at most 100. */
  clientResults(applicationIds: readonly string[]): Promise<BankClientResult[]>;
  /**
   * Money received after the position, oldest first; at most 1 000 lines. A line may be shown
   * again, none is left out.
   *
   * @param position - what the last page gave; `null` reads from the beginning.
   */
  incomingAfter(position: string | null): Promise<StatementPage>;
  /**
   * The customer's lines of a period by the bank's days, oldest first, at most 1 000; `position` is
   * `null` after the last of them.
   */
  statementOf(
    request: StatementRequest,
  ): Promise<{ readonly lines: readonly StatementLine[]; readonly position: string | null }>;
}
