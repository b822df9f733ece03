import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import type { BankProvider } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";

export interface PayoutOrder {
  /** Idempotency key: `{accountId}-{payoutId}-{attempt}`, `withdrawal-{id}`. */
  readonly orderId: string;
  readonly kind: "CARD" | "PAYMENT_ACCOUNT" | "SBP";
  readonly amountKopecks: bigint;
  /** Card token, `{bik}:{account}`, or phone 79XXXXXXXXX. */
  readonly destination: string;
  readonly recipientName: string;
  readonly recipientInn: string;
  readonly purpose: string;
}

export interface TaxOrder {
  /** Idempotency key; begins with `tax-`. */
  readonly orderId: string;
  readonly amountKopecks: bigint;
  /** УИН of the charge. */
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
   * Suspected transfer without consent: the bank waits for the owner, two days at most. Source:
   * 161-ФЗ, статья 8.
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
  /** Up to ten days after DONE. */
  | {
      readonly orderId: string;
      readonly status: "RETURNED";
      readonly reason: PayoutFailure;
      readonly at: Date;
    }
  /** In the bank's words: its silence is no answer, and throws. */
  | { readonly orderId: string; readonly status: "UNKNOWN" };

/** `position`: the bank's mark of what was read. */
interface ReturnsPage {
  readonly returns: readonly Extract<OrderResult, { status: "RETURNED" }>[];
  readonly position: string | null;
}

/** The bank keeps the card's number. */
export type CardBindingResult =
  | { readonly bindingId: string; readonly status: "PENDING" | "FAILED" | "UNKNOWN" }
  /** `panMask`: first six and last four digits. */
  | {
      readonly bindingId: string;
      readonly status: "BOUND";
      readonly token: string;
      readonly panMask: string;
    };

export const CARD_BINDING_PAGE = "/sandbox/card-binding/";

export type BankCardStatus = "ok" | "expired" | "blocked";

/** A payee the bank must accept. */
export interface BankClient {
  /** Idempotency key: `registration-{workmanId}-{attempt}`. */
  readonly applicationId: string;
  readonly phone: string;
  readonly inn: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly gender: "MALE" | "FEMALE" | null;
  readonly email: string | null;
  /** yyyy-MM-dd. */
  readonly birthDate: string;
  readonly birthPlace: string | null;
  /** National classifier. */
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
  /** UNKNOWN to the bank. */
  | { readonly applicationId: string; readonly status: "PENDING" | "UNKNOWN" | "VALID" }
  /** INVALID: rejected data; ERROR: the bank's fault. */
  | {
      readonly applicationId: string;
      readonly status: "INVALID" | "ERROR";
      readonly message: string;
    };

/** Line of the statement. */
export interface IncomingPayment {
  /** Never changes. */
  readonly paymentId: string;
  readonly bankProvider: BankProvider;
  readonly amountKopecks: bigint;
  readonly payerInn: string;
  readonly payerName: string;
  /** The payer's text. */
  readonly purpose: string;
  readonly at: Date;
}

interface StatementPage {
  readonly payments: readonly IncomingPayment[];
  readonly position: string | null;
}

/** To the payer: the purpose is unknown. */
export interface ReturnOrder {
  /** Idempotency key; begins with `return-`. */
  readonly orderId: string;
  /** The incoming line. */
  readonly paymentId: string;
  readonly amountKopecks: bigint;
  readonly payerInn: string;
  readonly payerName: string;
  readonly purpose: string;
}

interface StatementRequest {
  /** `12-`; empty: all kinds. */
  readonly orderPrefix: string;
  readonly payerInns: readonly string[];
  /** Inclusive; `to` is exclusive. */
  readonly from: Date;
  readonly to: Date;
  /** `null` reads from the beginning. */
  readonly position: string | null;
}

export interface StatementLine {
  /** OUTGOING: executed; RETURNED: returned later. */
  readonly kind: "INCOMING" | "OUTGOING" | "RETURNED";
  /** Bank's id of an incoming line, else our order's key. */
  readonly reference: string;
  readonly amountKopecks: bigint;
  readonly at: Date;
}

/**
 * One order made the bank reject the call: nothing was accepted, except by an earlier call. Submit
 * in parts to find it.
 */
export class OrdersRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OrdersRefused";
  }
}

export interface BankGateway {
  /**
   * At most 1 000; repeating changes nothing.
   *
   * @returns one result per order, in any order.
   * @throws OrdersRefused; Error when out of reach: none or all may have been accepted, so retry.
   */
  submitOrders(orders: readonly PayoutOrder[]): Promise<OrderResult[]>;
  /** Results by `orderResults`. */
  submitTaxOrders(orders: readonly TaxOrder[]): Promise<OrderResult[]>;
  submitReturns(orders: readonly ReturnOrder[]): Promise<OrderResult[]>;
  /** At most 1 000. */
  orderResults(orderIds: readonly string[]): Promise<OrderResult[]>;
  /**
   * In the bank's order, at most 1 000: the only news of a return after DONE. An order may come
   * twice, none is left out.
   *
   * @param position - of the last page; `null` reads from the beginning.
   */
  returnsAfter(position: string | null): Promise<ReturnsPage>;
  /**
   * @param returnUrl - the bank adds `card-bind-result=success|fail`.
   * @returns the bank's page.
   */
  openCardBinding(binding: {
    readonly bindingId: string;
    readonly returnUrl: string;
  }): Promise<{ readonly url: string }>;
  /** At most 100. */
  cardBindingResults(bindingIds: readonly string[]): Promise<CardBindingResult[]>;
  /** At most 100; unknown cards are left out. */
  cardStatuses(
    tokens: readonly string[],
  ): Promise<{ readonly token: string; readonly status: BankCardStatus }[]>;
  /**
   * Repeating changes nothing.
   *
   * @throws Error when out of reach.
   */
  submitClient(client: BankClient): Promise<BankClientResult>;
  /** At most 100. */
  clientResults(applicationIds: readonly string[]): Promise<BankClientResult[]>;
  /**
   * Oldest first, at most 1 000. A line may come twice, none is left out.
   *
   * @param position - of the last page; `null` reads from the beginning.
   */
  incomingAfter(position: string | null): Promise<StatementPage>;
  /** By the bank's days, oldest first, at most 1 000; `position` is `null` after the last. */
  statementOf(
    request: StatementRequest,
  ): Promise<{ readonly lines: readonly StatementLine[]; readonly position: string | null }>;
}
