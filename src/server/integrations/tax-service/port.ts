/** One income of a self-employed worker to be registered («чек»). Source: `domain.md` §1.3, PostIncomeRequestV2. */
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
  | { readonly operationId: string; readonly status: "REGISTERED"; readonly receiptId: string; readonly at: Date }
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

/** What the tax service says of a person. */
export interface TaxpayerStatus {
  readonly inn: string;
  readonly registered: boolean;
  readonly bound: boolean;
  readonly mayRegisterIncome: boolean;
}

/** «Мой налог» for partners: asynchronous, slow, and honest about neither. */
export interface TaxService {
  /** Hands over up to 1 000 incomes. @throws Error when out of reach; ask again with the same ids. */
  registerIncomes(requests: readonly IncomeRequest[]): Promise<IncomeResult[]>;
  incomeResults(operationIds: readonly string[]): Promise<IncomeResult[]>;
  cancelReceipts(requests: readonly { readonly inn: string; readonly receiptId: string; readonly reason: CancelReason }[]): Promise<CancelResult[]>;
  /**
   * The annulled ones among the receipts of these people, of operations between the moments, both included. Whoever has withdrawn the right
   * to be looked at is left out. @throws Error when out of reach.
   */
  canceledReceipts(queries: readonly { readonly inn: string; readonly from: Date; readonly to: Date }[]): Promise<CanceledReceipt[]>;
  taxpayerStatuses(inns: readonly string[]): Promise<TaxpayerStatus[]>;
}

/** Where a person reads the receipt. Source: `domain.md` §1.3. */
export function receiptLink(inn: string, receiptId: string): string {
  return `https://lknpd.nalog.ru/api/v1/receipt/${inn}/${receiptId}/print`;
}
