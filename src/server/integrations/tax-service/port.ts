/**
 * One income of a self-employed worker to be registered («чек»). Source: `domain.md` §1.3,
 * PostIncomeRequestV2.
 */
export interface IncomeRequest {
  /** OperationUniqueId: the tax service registers it once. */
  readonly operationId: string;
  readonly inn: string;
  /** What was done, at most 256 characters. */
  readonly serviceName: string;
  readonly amountKopecks: bigint;
  readonly operationAt: Date;
  readonly customerInn: string;
  readonly customerName: string;
}

/** The tax service's own error codes, and one for silence. Source: `domain.md` §1.3. */
export const TAX_ERRORS = [
  "TAXPAYER_UNREGISTERED",
  "TAXPAYER_UNBOUND",
  "PERMISSION_NOT_GRANTED",
  "PARTNER_DENY",
  "REQUEST_VALIDATION_ERROR",
  "LIMIT_EXCEEDED",
  "INTERNAL_ERROR",
] as const;
export type TaxError = (typeof TAX_ERRORS)[number];

export type IncomeResult =
  | { readonly operationId: string; readonly status: "PROCESSING" }
  /** Also the answer to a repeated request: DUPLICATE is success. */
  | {
      readonly operationId: string;
      readonly status: "REGISTERED";
      readonly receiptId: string;
      readonly at: Date;
    }
  | { readonly operationId: string; readonly status: "REFUSED"; readonly error: TaxError }
  /** The message was lost or has expired: send it again. */
  | { readonly operationId: string; readonly status: "UNKNOWN" };

export type CancelReason = "REFUND" | "REGISTRATION_MISTAKE";

export type CancelResult =
  | { readonly receiptId: string; readonly status: "PROCESSING" }
  /** ALREADY_DELETED is success as well. */
  | { readonly receiptId: string; readonly status: "CANCELED"; readonly at: Date }
  | { readonly receiptId: string; readonly status: "REFUSED"; readonly error: TaxError };

/** A receipt that stands no more, whoever annulled it. */
export interface CanceledReceipt {
  readonly inn: string;
  readonly receiptId: string;
  readonly at: Date;
}

/** A person's name as the tax service writes it. */
interface TaxpayerName {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string | null;
}

/** What the tax service says of a person. */
export interface TaxpayerStatus {
  readonly inn: string;
  readonly registered: boolean;
  readonly bound: boolean;
  readonly mayRegisterIncome: boolean;
  /** Rights the person has given; some may be missing, each may be withdrawn at any time. */
  readonly permissions: readonly string[];
  /** `null`: it names nobody. */
  readonly name: TaxpayerName | null;
  /** The number the person has now, when it is not the one that was asked about. */
  readonly currentInn: string | null;
  /** The question itself was refused: the rest says nothing. */
  readonly error: TaxError | null;
}

/**
 * A request for access, or for missing rights, left in the person's «Мой налог». That it was left
 * does not mean that it was granted.
 */
export type BindAnswer =
  | { readonly status: "SENT"; readonly requestId: string }
  | { readonly status: "ALREADY_BOUND"; readonly inn: string }
  | { readonly status: "REFUSED"; readonly error: TaxError };

export type BindResult =
  | { readonly requestId: string; readonly status: "IN_PROGRESS" }
  /** `permissions`: those granted, perhaps fewer than asked. */
  | {
      readonly requestId: string;
      readonly status: "COMPLETED";
      readonly inn: string;
      readonly permissions: readonly string[];
    }
  | { readonly requestId: string; readonly status: "FAILED" };

/** Whether a person may become self-employed. */
type TaxpayerRestriction =
  { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** A person who wants to become self-employed through us. */
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
  /** The request itself was not taken. `message`: the service's words. */
  | { readonly status: "REFUSED"; readonly error: TaxError; readonly message: string | null };

export type TaxRegistrationResult =
  /** UNKNOWN: the request was lost; leave another. */
  | { readonly requestId: string; readonly status: "IN_PROGRESS" | "COMPLETED" | "UNKNOWN" }
  | { readonly requestId: string; readonly status: "FAILED"; readonly reason: string };

/** Sums of the person in the tax service, kopecks. */
export interface TaxpayerAccount {
  readonly bonusKopecks: bigint;
  readonly unpaidKopecks: bigint;
  readonly debtKopecks: bigint;
}

/** What the tax service has accrued for a month (`yyyyMM`). */
interface TaxCharge {
  readonly period: string;
  readonly taxKopecks: bigint;
  readonly paidKopecks: bigint;
  /** yyyy-MM-dd. */
  readonly dueDate: string;
}

/** Charges of one person with what else he owes. */
export interface TaxAccruals {
  readonly inn: string;
  readonly charges: readonly TaxCharge[];
  readonly debtKopecks: bigint;
  readonly penaltyKopecks: bigint;
}

/** A document by which a charge is paid. */
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
  /** Our key: the same reference is made once. */
  readonly requestId: string;
  readonly inn: string;
  readonly type: TaxReferenceKind;
  readonly year: number;
}

export type ReferenceResult =
  | { readonly requestId: string; readonly status: "PROCESSING" }
  | { readonly requestId: string; readonly status: "READY"; readonly pdf: Buffer }
  | { readonly requestId: string; readonly status: "FAILED"; readonly error: TaxError };

/** A message of the tax authority to the person. */
export interface TaxMessage {
  readonly inn: string;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly at: Date;
}

/** «Мой налог» for partners: asynchronous, slow, and honest about neither. */
export interface TaxService {
  /**
   * Hands over up to 1 000 incomes. @throws Error when out of reach; ask again with the same ids.
   */
  registerIncomes(requests: readonly IncomeRequest[]): Promise<IncomeResult[]>;
  incomeResults(operationIds: readonly string[]): Promise<IncomeResult[]>;
  cancelReceipts(
    requests: readonly {
      readonly inn: string;
      readonly receiptId: string;
      readonly reason: CancelReason;
    }[],
  ): Promise<CancelResult[]>;
  /**
   * The annulled ones among the receipts of these people, of operations between the moments, both
   * included. Whoever has withdrawn the right to be looked at is left out. @throws Error when out
   * of reach.
   */
  canceledReceipts(
    queries: readonly { readonly inn: string; readonly from: Date; readonly to: Date }[],
  ): Promise<CanceledReceipt[]>;
  /** One answer for each number, in their order. @throws Error when out of reach. */
  taxpayerStatuses(inns: readonly string[]): Promise<TaxpayerStatus[]>;
  /**
   * Asks the person for rights: to be bound, or, when bound already, for those that are missing.
   *
   * @param who - by number when it is known, else by the phone 79XXXXXXXXX of «Мой налог».
   */
  requestBind(
    who: { readonly inn: string | null; readonly phone: string },
    permissions: readonly string[],
  ): Promise<BindAnswer>;
  requestPermissions(inn: string, permissions: readonly string[]): Promise<BindAnswer>;
  bindResults(requestIds: readonly string[]): Promise<BindResult[]>;
  /** @returns the refusal, or `null`; not being bound any more is success. */
  unbind(inn: string): Promise<TaxError | null>;
  /** Who has taken the access back between the moments, both included. */
  newlyUnbound(from: Date, to: Date): Promise<{ readonly inn: string; readonly at: Date }[]>;
  restriction(inn: string): Promise<TaxpayerRestriction>;
  /**
   * Asks for a person to be registered as self-employed; what becomes of it is asked by the call
   * below. @throws Error when out of reach.
   */
  requestRegistration(person: TaxpayerRegistration): Promise<TaxRegistrationAnswer>;
  registrationResults(requestIds: readonly string[]): Promise<TaxRegistrationResult[]>;
  /**
   * The public register, for people who are not bound. It bears about two questions a minute: ask
   * through the queue. `null`: no answer now.
   */
  isRegisteredPublicly(inn: string, date: string): Promise<boolean | null>;
  /** @returns the sums, or why they may not be seen. */
  taxpayerAccount(inn: string): Promise<TaxpayerAccount | TaxError>;
  /** Whoever has withdrawn the right to be looked at is left out, here and in the three below. */
  accruals(inns: readonly string[]): Promise<TaxAccruals[]>;
  paymentDocuments(inns: readonly string[]): Promise<TaxDocument[]>;
  monthIncomes(
    queries: readonly { readonly inn: string; readonly period: string }[],
  ): Promise<MonthIncome[]>;
  messagesSince(inns: readonly string[], since: Date): Promise<TaxMessage[]>;
  /** Asks for references, and again until they are made; at most 20 at a time, they carry files. */
  references(requests: readonly ReferenceRequest[]): Promise<ReferenceResult[]>;
}
