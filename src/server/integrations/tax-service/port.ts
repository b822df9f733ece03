import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";

/** Source: `domain.md` §1.3, PostIncomeRequestV2. */
export interface IncomeRequest {
  /** OperationUniqueId. */
  readonly operationId: string;
  readonly inn: string;
  /** At most 256 characters. */
  readonly serviceName: string;
  readonly amountKopecks: bigint;
  readonly operationAt: Date;
  readonly customerInn: string;
  readonly customerName: string;
}

/**
 * How long an income that was sent without an answer may still be registered: a fault is repeated
 * for a day, so a queue behind it is a day long at most. Source: `domain.md` §1.3, INTERNAL_ERROR,
 * «10 min to 24 h».
 */
export const MAY_REGISTER_MS = 24 * 3_600_000;

/** Source: `domain.md` §1.3. */
export const TAX_ERRORS = REASONS.receiptFailure.ids;
export type TaxError = IdOf<typeof REASONS.receiptFailure>;
/** Refusals, not faults. */
export type TaxRefusal = Exclude<TaxError, "INTERNAL_ERROR">;

export type IncomeResult =
  | { readonly operationId: string; readonly status: "PROCESSING" }
  /** A repeated request gets this answer too. */
  | {
      readonly operationId: string;
      readonly status: "REGISTERED";
      readonly receiptId: string;
      readonly at: Date;
    }
  /** Registered, receipt not identified: ask again. */
  | { readonly operationId: string; readonly status: "DUPLICATE" }
  /** No receipt exists, and none comes of what was sent before. */
  | { readonly operationId: string; readonly status: "REFUSED"; readonly error: TaxRefusal }
  /** No decision (SOAP fault, internal error): ask again. */
  | { readonly operationId: string; readonly status: "FAULT" }
  /** Message lost or expired: send again under its id. */
  | { readonly operationId: string; readonly status: "UNKNOWN" };

/** What the receipts show when the message is lost. */
export type IncomeLookup =
  | { readonly status: "REGISTERED"; readonly receiptId: string }
  /** Among no shown receipts. */
  | { readonly status: "ABSENT" }
  /** Receipts are hidden. */
  | { readonly status: "HIDDEN" }
  /** Several candidates, or a fault. */
  | { readonly status: "UNCLEAR" };

export type CancelReason = "REFUND" | "REGISTRATION_MISTAKE";

export type CancelResult =
  | { readonly receiptId: string; readonly status: "PROCESSING" }
  /** Includes ALREADY_DELETED. */
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
  /** Each may be withdrawn at any time. */
  readonly permissions: readonly string[];
  /** `null`: not given. */
  readonly name: TaxpayerName | null;
  /** When it differs from the requested one. */
  readonly currentInn: string | null;
  /** When set, ignore the other fields. */
  readonly error: TaxError | null;
}

/** Waits in the person's «Мой налог». */
export type BindAnswer =
  | { readonly status: "SENT"; readonly requestId: string }
  | { readonly status: "ALREADY_BOUND"; readonly inn: string }
  | { readonly status: "REFUSED"; readonly error: TaxError };

export type BindResult =
  | { readonly requestId: string; readonly status: "IN_PROGRESS" }
  /** `permissions`: granted, maybe fewer. */
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
  /** `message`: the service's text. */
  | { readonly status: "REFUSED"; readonly error: TaxError; readonly message: string | null };

export type TaxRegistrationResult =
  /** UNKNOWN: send another. */
  | { readonly requestId: string; readonly status: "IN_PROGRESS" | "COMPLETED" | "UNKNOWN" }
  | { readonly requestId: string; readonly status: "FAILED"; readonly reason: string };

/** Kopecks. */
export interface TaxpayerAccount {
  readonly bonusKopecks: bigint;
  readonly unpaidKopecks: bigint;
  readonly debtKopecks: bigint;
}

/** `period`: yyyyMM. */
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

/** Whom a tax is paid to, with the codes of the payment. */
export interface TaxPayee {
  readonly name: string;
  readonly account: string;
  readonly bankName: string;
  readonly bic: string;
  readonly corAccount: string;
  readonly inn: string;
  readonly kpp: string;
  readonly kbk: string;
  readonly oktmo: string;
}

export interface TaxDocument {
  readonly inn: string;
  readonly period: string;
  /** УИН. */
  readonly uin: string;
  readonly amountKopecks: bigint;
  /** yyyy-MM-dd; `null`: not given. */
  readonly dueDate: string | null;
  /** `null`: not given, or not whole. */
  readonly payee: TaxPayee | null;
}

export interface MonthIncome {
  readonly inn: string;
  readonly period: string;
  readonly totalKopecks: bigint;
  readonly canceledKopecks: bigint;
}

type TaxReferenceKind = "REGISTRATION" | "INCOME";

export interface ReferenceRequest {
  /** Idempotency key. */
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

/** Slow. */
export interface TaxService {
  /**
   * At most 1 000, and no longer than a task's lease: those without an answer are asked again.
   *
   * @throws Error when out of reach; retry with the same ids.
   */
  registerIncomes(requests: readonly IncomeRequest[]): Promise<IncomeResult[]>;
  incomeResults(operationIds: readonly string[]): Promise<IncomeResult[]>;
  /**
   * Among the worker's receipts.
   *
   * @throws Error when out of reach.
   */
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
   * Inclusive; leaves out people who deny access.
   *
   * @throws Error when out of reach.
   */
  canceledReceipts(
    queries: readonly { readonly inn: string; readonly from: Date; readonly to: Date }[],
  ): Promise<CanceledReceipt[]>;
  /**
   * One answer per INN, in their order.
   *
   * @throws Error when out of reach.
   */
  taxpayerStatuses(inns: readonly string[]): Promise<TaxpayerStatus[]>;
  /**
   * Binding, or missing rights.
   *
   * @param who - INN, else the phone 79XXXXXXXXX of «Мой налог».
   */
  requestBind(
    who: { readonly inn: string | null; readonly phone: string },
    permissions: readonly string[],
  ): Promise<BindAnswer>;
  requestPermissions(inn: string, permissions: readonly string[]): Promise<BindAnswer>;
  bindResults(requestIds: readonly string[]): Promise<BindResult[]>;
  /** @returns `null`: done, or not bound. */
  unbind(inn: string): Promise<TaxError | null>;
  /** Inclusive. */
  newlyUnbound(from: Date, to: Date): Promise<{ readonly inn: string; readonly at: Date }[]>;
  restriction(inn: string): Promise<TaxpayerRestriction>;
  /**
   * `registrationResults` gives the result.
   *
   * @throws Error when out of reach.
   */
  requestRegistration(person: TaxpayerRegistration): Promise<TaxRegistrationAnswer>;
  registrationResults(requestIds: readonly string[]): Promise<TaxRegistrationResult[]>;
  /** For people not bound, about two a minute: use the queue. `null`: no answer now. */
  isRegisteredPublicly(inn: string, date: string): Promise<boolean | null>;
  /** Sums, or why access is denied. */
  taxpayerAccount(inn: string): Promise<TaxpayerAccount | TaxError>;
  /** Leaves out people who deny access, as the calls below. */
  accruals(inns: readonly string[]): Promise<TaxAccruals[]>;
  paymentDocuments(inns: readonly string[]): Promise<TaxDocument[]>;
  monthIncomes(
    queries: readonly { readonly inn: string; readonly period: string }[],
  ): Promise<MonthIncome[]>;
  messagesSince(inns: readonly string[], since: Date): Promise<TaxMessage[]>;
  /** Polled; at most 20, as they are files. */
  references(requests: readonly ReferenceRequest[]): Promise<ReferenceResult[]>;
}
