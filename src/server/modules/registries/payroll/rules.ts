import {
  validatePayrollRow,
  PayrollMemory,
  type PayrollRowValues,
} from "#contract/registries/kinds/payroll.ts";
import {
  PAYROLL_COLUMNS,
  type PayrollColumnKey,
} from "#contract/registries/kinds/payroll-columns.ts";
import { strangerIn } from "#contract/registries/kinds/receipt-text.ts";
import { registryFinding, type FindingCode } from "#contract/registries/registry-findings.ts";
import { formatAmount } from "#contract/values/money.ts";
import { isSameName } from "#contract/values/person-name.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import {
  commissionOn,
  leftOfYear,
  payCauses,
  payoutKindFor,
  type PayableFacts,
  type PayCause,
} from "#contract/workmen/payability.ts";
import type { ReadRow } from "../registry-file-events.ts";
import type { RowKind, RowValidator, ValidatedRow, ValidationScope } from "../registry-kind.ts";
import { EXTERNAL_ID_REPEATED } from "../repeated-rows.ts";
import { UsualSums, type PaidLately } from "../usual-sums.ts";
import { foldTitle, type ServiceFacts } from "../validation/service-facts.ts";

export interface WorkmanFacts extends PayableFacts {
  readonly inn: string;
  readonly id: number;
  readonly fullName: string;
  /** Of this year, registered or pending, kopecks. */
  readonly earnedKopecks: bigint;
}

/** Plain data: it crosses into a worker thread. */
export interface PayrollScope extends ValidationScope {
  readonly commissionPpm: number;
  /** Kopecks, of one self-employed workman. */
  readonly yearLimitKopecks: bigint;
  readonly services: readonly ServiceFacts[];
  /** That the author may use; folded titles. */
  readonly projects: readonly (readonly [title: string, id: number])[];
  /** For rows without one. */
  readonly projectId: number | null;
  /** Median of the stored rows, kopecks. */
  readonly usualKopecks: bigint | null;
}

export interface FactsQuestion {
  readonly inns: string[];
  readonly externalIds: string[];
  /** By `paymentKey`. */
  readonly payments: string[];
}

/** By `paymentKey`, what each looks like. */
export type PaidBefore = (readonly [payment: string, sentence: string])[];

export interface FactsAnswer {
  readonly workmen: WorkmanFacts[];
  /** Of the requested INNs, registered or not. */
  readonly blacklisted: string[];
  /** In other registries of the account. */
  readonly usedExternalIds: [externalId: string, registryNumber: number][];
  readonly paidLately: PaidLately;
  readonly paidBefore: PaidBefore;
}

/** Where the person mends it. */
export const COLUMN_OF_CAUSE: Readonly<Record<PayCause, PayrollColumnKey>> = {
  worker_blacklisted: "inn",
  worker_not_found: "inn",
  worker_not_active: "inn",
  worker_not_self_employed: "inn",
  worker_no_tax_access: "inn",
  worker_tax_unchecked: "inn",
  worker_tax_data: "inn",
  worker_document_outdated: "inn",
  service_not_allowed: "serviceCode",
  work_before_bind: "workEnd",
  no_payout_details: "payoutMethod",
  year_limit: "amount",
};

export function fillingOf(
  cause: PayCause,
  {
    outdated: [paper],
    leftKopecks: left,
  }: Pick<PayableFacts, "outdated"> & { readonly leftKopecks: bigint },
): Record<string, string> | undefined {
  if (cause === "worker_document_outdated" && paper)
    return { документ: WORKMAN_DOCUMENT_TYPE.titles[paper] };
  return cause === "year_limit" ? { x: formatAmount(left > 0n ? left : 0n) } : undefined;
}

/** Who is paid how much for what; `null` while that is not known. */
function paymentKey(
  { inn, workStart, workEnd, amountKopecks }: PayrollRowValues,
  service: ServiceFacts | undefined,
): string | null {
  return inn === null ||
    service === undefined ||
    workStart === null ||
    workEnd === null ||
    amountKopecks === null
    ? null
    : `${inn}|${service.id}|${workStart}|${workEnd}|${amountKopecks}`;
}

/**
 * Every payroll rule that needs the database. Rows go in order: the yearly limit counts earlier
 * ones. Facts come by `question` and `learn` only, so it runs in any thread. Source: `domain.md`
 * §4.2.
 */
class PayrollValidator implements RowValidator<PayrollRowValues, FactsQuestion, FactsAnswer> {
  readonly #scope: PayrollScope;
  readonly #services: ReadonlyMap<string, ServiceFacts>;
  readonly #projects: ReadonlyMap<string, number>;
  readonly #workmen = new Map<string, WorkmanFacts>();
  readonly #blacklisted = new Set<string>();
  readonly #usedExternalIds = new Map<string, number>();
  /** Of the batch. */
  #paidBefore: ReadonlyMap<string, string> = new Map();
  readonly #asked = new Set<string>();
  readonly #usual: UsualSums;
  /** Kopecks of ready rows so far, by workman id. */
  readonly #planned = new Map<number, bigint>();

  constructor(scope: PayrollScope) {
    this.#scope = scope;
    this.#services = new Map(scope.services.map((service) => [service.code, service]));
    this.#projects = new Map(scope.projects);
    this.#usual = new UsualSums(scope.usualKopecks);
  }

  /** `null` when nothing is missing. */
  question(rows: readonly ReadRow[]): FactsQuestion | null {
    const inns: string[] = [];
    const externalIds: string[] = [];
    const payments: string[] = [];
    this.#usual.see(rows);
    for (const { values } of rows) {
      if (values.inn !== null && !this.#asked.has(values.inn)) {
        this.#asked.add(values.inn);
        inns.push(values.inn);
      }
      if (values.externalId !== null) externalIds.push(values.externalId);
      const payment = paymentKey(values, this.#serviceOf(values));
      if (payment !== null) payments.push(payment);
    }
    return inns.length + externalIds.length + payments.length === 0
      ? null
      : { inns, externalIds, payments };
  }

  learn(answer: FactsAnswer): void {
    this.#usual.learn(answer.paidLately);
    this.#paidBefore = new Map(answer.paidBefore);
    for (const workman of answer.workmen) this.#workmen.set(workman.inn, workman);
    for (const inn of answer.blacklisted) this.#blacklisted.add(inn);
    for (const [externalId, number] of answer.usedExternalIds)
      this.#usedExternalIds.set(externalId, number);
  }

  #serviceOf({ serviceCode }: PayrollRowValues): ServiceFacts | undefined {
    return serviceCode === null ? undefined : this.#services.get(serviceCode);
  }

  /** Also resolves the row's references. */
  validate(row: ReadRow): ValidatedRow<PayrollRowValues> {
    const { values } = row;
    const refuse = (
      column: PayrollColumnKey,
      code: FindingCode,
      filling?: Record<string, string | number>,
    ) => {
      row.findings.push(registryFinding(column, code, filling));
    };
    const used =
      values.externalId === null ? undefined : this.#usedExternalIds.get(values.externalId);
    if (used !== undefined) refuse("externalId", "external_id_used", { n: used });

    const workman = values.inn === null ? undefined : this.#workmen.get(values.inn);
    const service = this.#serviceOf(values);
    if (values.serviceCode !== null && !service?.active)
      refuse("serviceCode", "service_not_found", { x: values.serviceCode });
    const leftKopecks = workman
      ? leftOfYear(workman, this.#scope.yearLimitKopecks) - (this.#planned.get(workman.id) ?? 0n)
      : null;
    if (values.inn !== null) {
      const isMethodRead = !row.findings.some(({ column }) => column === "payoutMethod");
      const causes = payCauses(workman, {
        isBlacklisted: this.#blacklisted.has(values.inn),
        allowedTaxpayerTypes: service?.active ? service.allowedTaxpayerTypes : null,
        workEnd: values.workEnd,
        payoutKind: values.payoutMethod,
        sumKopecks: values.amountKopecks,
        leftKopecks,
      });
      for (const cause of causes)
        if (cause !== "no_payout_details" || isMethodRead)
          refuse(
            COLUMN_OF_CAUSE[cause],
            cause,
            fillingOf(cause, { outdated: workman?.outdated ?? [], leftKopecks: leftKopecks ?? 0n }),
          );
    }
    if (workman) this.#compareNames(row, workman);
    const stranger =
      values.receiptText === null
        ? null
        : strangerIn(values.receiptText, {
            inn: values.inn,
            fullName: workman?.fullName ?? values.fullName,
          });
    if (stranger) refuse("receiptText", stranger.code, stranger.filling);
    const payoutKind = workman ? payoutKindFor(workman, values.payoutMethod) : null;

    const projectId =
      values.projectTitle === null
        ? this.#scope.projectId
        : (this.#projects.get(foldTitle(values.projectTitle)) ?? null);
    if (values.projectTitle !== null && projectId === null) refuse("project", "project_not_found");

    const unusual = this.#usual.finding(values.inn, values.amountKopecks);
    if (unusual) row.findings.push(unusual);
    const paid =
      this.#paidBefore.size === 0
        ? undefined
        : this.#paidBefore.get(paymentKey(values, service) ?? "");
    if (paid !== undefined) refuse("inn", "paid_before", { чем: paid });

    let errorCount = 0;
    let warningCount = 0;
    for (const finding of row.findings) {
      if (finding.severity === "error") errorCount += 1;
      else warningCount += 1;
    }
    if (errorCount === 0 && workman && values.amountKopecks !== null)
      this.#planned.set(workman.id, (this.#planned.get(workman.id) ?? 0n) + values.amountKopecks);
    return {
      row,
      errorCount,
      warningCount,
      workmanId: workman?.id ?? null,
      serviceId: service?.id ?? null,
      projectId,
      payoutKind,
      amountKopecks: values.amountKopecks,
      commissionKopecks:
        values.amountKopecks === null
          ? null
          : commissionOn(values.amountKopecks, this.#scope.commissionPpm),
    };
  }

  /** A wrong digit in an ИНН names another person, whom only the name tells. */
  #compareNames({ values, findings }: ReadRow, { fullName }: WorkmanFacts): void {
    const code =
      values.fullName === null
        ? findings.some(({ column }) => column === "fullName")
          ? null
          : "full_name_missing"
        : isSameName(values.fullName, fullName)
          ? null
          : "full_name_differs";
    if (code !== null) findings.push(registryFinding("fullName", code, { ФИО: fullName }));
  }
}

/** Source: `domain.md` §4.1, §4.2. */
export const PAYROLL_ROWS: RowKind<PayrollRowValues, PayrollScope, FactsQuestion, FactsAnswer> = {
  name: "payroll",
  columns: PAYROLL_COLUMNS,
  dateColumns: ["workStart", "workEnd", "actDate"],
  repeats: [
    EXTERNAL_ID_REPEATED,
    {
      column: "inn",
      keysOf: ({ inn, serviceCode, workStart, workEnd, amountKopecks }) =>
        inn === null ||
        serviceCode === null ||
        workStart === null ||
        workEnd === null ||
        amountKopecks === null
          ? []
          : [{ texts: [inn, serviceCode, workStart, workEnd], number: Number(amountKopecks) }],
      finding: (n) => registryFinding("inn", "possible_duplicate", { n }),
    },
  ],
  reader(today) {
    const memory = new PayrollMemory();
    return (cells, uses1904) =>
      validatePayrollRow(cells, { today, memory, ...(uses1904 === undefined ? {} : { uses1904 }) });
  },
  keysOf: ({ externalId, inn }) => ({ externalId, inn, phone: null }),
  validate: (scope) => new PayrollValidator(scope),
  stored({ row: { values } }) {
    const { externalId, inn, receiptText, workStart, workEnd, actDate, tags, comment } = values;
    return {
      externalId,
      inn,
      phone: null,
      receiptText,
      workStart,
      workEnd,
      actDate,
      tags,
      comment,
      values: null,
    };
  },
};
