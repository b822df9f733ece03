import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";

/**
 * One income of a self-employed worker to register («чек»). Source: `domain.md` §1.3,
 * PostIncomeRequestV2.
 */
export interface IncomeRequest {
  /** OperationUniqueId: the tax service registers it once. */
  readonly operationId: string;
  readonly inn: string;
  /** The service done, at most 256 characters. */
  readonly serviceName: string;
  readonly amountKopecks: bigint;
  readonly operationAt: Date;
  readonly customerInn: string;
  readonly customerName: string;
}

/** Error codes of the tax service, and one for no answer. Source: `domain.md` §1.3. */
export const TAX_ERRORS = REASONS.receiptFailure.ids;
export type TaxError = IdOf<typeof REASONS.receiptFailure>;
/** A decision, as against a fault of the service. */
type TaxRefusal = Exclude<TaxError, "INTERNAL_ERROR">;

export type IncomeResult =
  | { readonly operationId: string; readonly status: "PROCESSING" }
  /** Also for a repeated request: DUPLICATE is success. */
  | {
      readonly operationId: string;
      readonly status: "REGISTERED";
      readonly receiptId: string;
      readonly at: Date;
    }
  /** Registered already, under a receipt that could not be told from others yet: ask again. */
  | { readonly operationId: string; readonly status: "DUPLICATE" }
  /** The tax service has decided: there is no receipt. */
  | { readonly operationId: string; readonly status: "REFUSED"; readonly error: TaxRefusal }
  /** No decision was heard (a SOAP fault, an internal error): it may be registered, ask again. */
  | { readonly operationId: string; readonly status: "FAULT" }
  /** The message was lost or has expired, registered or not: send it again under its id. */
  | { readonly operationId: string; readonly status: "UNKNOWN" };

/** What can be found out about an income without its message. */
export type IncomeLookup =
  | { readonly status: "REGISTERED"; readonly receiptId: string }
  /** The tax service shows the worker's receipts, and this is none of them. */
  | { readonly status: "ABSENT" }
  /** The worker does not let the platform see his receipts. */
  | { readonly status: "HIDDEN" }
  /** Several could be it, or the service had a fault. */
  | { readonly status: "UNCLEAR" };

export type CancelReason = "REFUND" | "REGISTRATION_MISTAKE";

export type CancelResult =
  | { readonly receiptId: string; readonly status: "PROCESSING" }
  /** ALREADY_DELETED is success as well. */
  | { readonly receiptId: string; readonly status: "CANCELED"; readonly at: Date }
  | { readonly receiptId: string; readonly status: "REFUSED"; readonly error: TaxError };

export interface CanceledReceipt {
  readonly inn: string;
  readonly receiptId: string;
  readonly at: Date;
}

interface TaxpayerName {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string | null;
}

export interface TaxpayerStatus {
  readonly inn: string;
  readonly registered: boolean;
  readonly bound: boolean;
  readonly mayRegisterIncome: boolean;
  /** Rights granted by the person, who may withdraw each at any time. */
  readonly permissions: readonly string[];
  /** `null`: no name given. */
  readonly name: TaxpayerName | null;
  /** The person's current INN, when it differs from the one asked about. */
  readonly currentInn: string | null;
  /** The query was rejected: the other fields mean nothing. */
  readonly error: TaxError | null;
}

/** A request for access or missing rights left in the person's «Мой налог», not granted yet. */
export type BindAnswer =
  | { readonly status: "SENT"; readonly requestId: string }
  | { readonly status: "ALREADY_BOUND"; readonly inn: string }
  | { readonly status: "REFUSED"; readonly error: TaxError };

export type BindResult =
  | { readonly requestId: string; readonly status: "IN_PROGRESS" }
  /** `permissions`: those granted, perhaps fewer than requested. */
  | {
      readonly requestId: string;
      readonly status: "COMPLETED";
      readonly inn: string;
      readonly permissions: readonly string[];
    }
  | { readonly requestId: string; readonly status: "FAILED" };

type TaxpayerRestriction =
  { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

export interface TaxpayerRegistration {
  readonly inn: string;
  readonly phone: string;
  readonly email: string | null;
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string | null;
  /** yyyy-MM-dd. */
  readonly birthDate: string;
  readonly passportSeries: string | null;
  readonly passportNumber: string | null;
  readonly regionId: string;
  readonly activities: readonly string[];
}

export type TaxRegistrationAnswer =
  | { readonly status: "SENT"; readonly requestId: string }
  | { readonly status: "ALREADY_REGISTERED" }
  /** The request was rejected. `message`: the service's text. */
  | { readonly status: "REFUSED"; readonly error: TaxError; readonly message: string | null };

export type TaxRegistrationResult =
  /** UNKNOWN: the request was lost; send another. */
  | { readonly requestId: string; readonly status: "IN_PROGRESS" | "COMPLETED" | "UNKNOWN" }
  | { readonly requestId: string; readonly status: "FAILED"; readonly reason: string };

/** The person's sums in the tax service, kopecks. */
export interface TaxpayerAccount {
  readonly bonusKopecks: bigint;
  readonly unpaidKopecks: bigint;
  readonly debtKopecks: bigint;
}

/** Accrued tax of a month (`yyyyMM`). */
interface TaxCharge {
  readonly period: string;
  readonly taxKopecks: bigint;
  readonly paidKopecks: bigint;
  /** yyyy-MM-dd. */
  readonly dueDate: string;
}

export interface TaxAccruals {
  readonly inn: string;
  readonly charges: readonly TaxCharge[];
  readonly debtKopecks: bigint;
  readonly penaltyKopecks: bigint;
}

export interface TaxDocument {
  readonly inn: string;
  readonly period: string;
  /** УИН: the budget finds the charge by it. */
  readonly uin: string;
  readonly amountKopecks: bigint;
}

export interface MonthIncome {
  readonly inn: string;
  readonly period: string;
  readonly totalKopecks: bigint;
  readonly canceledKopecks: bigint;
}

type TaxReferenceKind = "REGISTRATION" | "INCOME";

export interface ReferenceRequest {
  /** Idempotency key: a reference is made once. */
  readonly requestId: string;
  readonly inn: string;
  readonly type: TaxReferenceKind;
  readonly year: number;
}

export type ReferenceResult =
  | { readonly requestId: string; readonly status: "PROCESSING" }
  | { readonly requestId: string; readonly status: "READY"; readonly pdf: Buffer }
  | { readonly requestId: string; readonly status: "FAILED"; readonly error: TaxError };

export interface TaxMessage {
  readonly inn: string;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly at: Date;
}

/** «Мой налог» for partners: asynchronous and slow. */
export interface TaxService {
  /**
   * Submits up to 1 000 incomes. @throws Error when it cannot be reached; retry with the same ids.
   */
  registerIncomes(requests: readonly IncomeRequest[]): Promise<IncomeResult[]>;
  incomeResults(operationIds: readonly string[]): Promise<IncomeResult[]>;
  /** Looks for an income among the worker's receipts. @throws Error when it cannot be reached. */
  findIncome(
    income: Pick<IncomeRequest, "operationId" | "inn" | "amountKopecks" | "operationAt">,
  ): Promise<IncomeLookup>;
  cancelReceipts(
    requests: readonly {
      readonly inn: string;
      readonly receiptId: string;
      readonly reason: CancelReason;
    }[],
  ): Promise<CancelResult[]>;
  /**
   * Annulled receipts of these people for operations between the moments, both included; people who
   * deny access are left out. @throws Error when it cannot be reached.
   */
  canceledReceipts(
    queries: readonly { readonly inn: string; readonly from: Date; readonly to: Date }[],
  ): Promise<CanceledReceipt[]>;
  /** One answer per INN, in their order. @throws Error when it cannot be reached. */
  taxpayerStatuses(inns: readonly string[]): Promise<TaxpayerStatus[]>;
  /**
   * Requests rights from the person: binding or, if bound, missing rights.
   *
   * @param who - by INN if known, otherwise by the phone 79XXXXXXXXX of «Мой налог».
   */
  requestBind(
    who: { readonly inn: string | null; readonly phone: string },
    permissions: readonly string[],
  ): Promise<BindAnswer>;
  requestPermissions(inn: string, permissions: readonly string[]): Promise<BindAnswer>;
  bindResults(requestIds: readonly string[]): Promise<BindResult[]>;
  /** @returns the rejection, or `null`; not being bound is success. */
  unbind(inn: string): Promise<TaxError | null>;
  /** People who revoked the access between the moments, both included. */
  newlyUnbound(from: Date, to: Date): Promise<{ readonly inn: string; readonly at: Date }[]>;
  restriction(inn: string): Promise<TaxpayerRestriction>;
  /**
   * Requests the registration of a person as self-employed; the next call gives the result. @throws
   * Error when it cannot be reached.
   */
  requestRegistration(person: TaxpayerRegistration): Promise<TaxRegistrationAnswer>;
  registrationResults(requestIds: readonly string[]): Promise<TaxRegistrationResult[]>;
  /**
   * The public register, for people who are not bound. Accepts about two queries a minute: use the
   * queue. `null`: no answer now.
   */
  isRegisteredPublicly(inn: string, date: string): Promise<boolean | null>;
  /** @returns the sums, or why access is denied. */
  taxpayerAccount(inn: string): Promise<TaxpayerAccount | TaxError>;
  /** Here and in the three calls below, people who deny access are left out. */
  accruals(inns: readonly string[]): Promise<TaxAccruals[]>;
  paymentDocuments(inns: readonly string[]): Promise<TaxDocument[]>;
  monthIncomes(
    queries: readonly { readonly inn: string; readonly period: string }[],
  ): Promise<MonthIncome[]>;
  messagesSince(inns: readonly string[], since: Date): Promise<TaxMessage[]>;
  /**
   * Orders references and polls them until they are made; at most 20 at a time, as they are files.
   */
  references(requests: readonly ReferenceRequest[]): Promise<ReferenceResult[]>;
}
