import { PAYROLL_COLUMNS, type PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import { checkPayrollRow, PayrollMemory, type PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { registryIssue, type RegistryIssue } from "#contract/registries/registry-issues.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { toDayNumber, type CalendarDate } from "#contract/values/calendar-date.ts";
import { FirstRows, KeyHash } from "./first-rows.ts";

export type PreviewRemarks = readonly RegistryIssue<string>[];
const NO_REMARKS: PreviewRemarks = [];

/** What a row says by itself. */
export interface JudgedRow {
  readonly kopecks: number;
  readonly issues: PreviewRemarks;
  readonly healed: readonly string[];
  /** What it says about rows before it; asked for once, when the row is read. @param lineOf - line of an earlier row in the file. */
  readonly findRepeats: (index: number, lineOf: (index: number) => number) => PreviewRemarks;
}

/** The rules of one kind that need no database, for the rows of one file. */
export interface PreviewRules {
  readonly columns: readonly RegistryColumn[];
  readonly judge: (cells: readonly string[], uses1904: boolean) => JudgedRow;
}

/** A kind whose rules the contract does not hold is shown as it is read; the server judges it. */
export function previewRulesOf(kind: RegistryKindName, today: CalendarDate): PreviewRules {
  return kind === "payroll" ? payrollRules(today) : { columns: REGISTRY_KINDS[kind].columns, judge: () => UNJUDGED };
}

const UNJUDGED: JudgedRow = { kopecks: 0, issues: NO_REMARKS, healed: [], findRepeats: () => NO_REMARKS };

function payrollRules(today: CalendarDate): PreviewRules {
  const memory = new PayrollMemory();
  const repeats = new PayrollRepeats();
  return {
    columns: PAYROLL_COLUMNS,
    judge: (cells, uses1904) => {
      const { values, issues, healed } = checkPayrollRow(cells, { today, uses1904, memory });
      return { kopecks: Number(values.amountKopecks ?? 0n), issues, healed, findRepeats: (index, lineOf) => repeats.find(index, values, lineOf) };
    },
  };
}

/** Repeats inside the file. Source: `domain.md` §4.1. */
class PayrollRepeats {
  private readonly externalIds = new FirstRows();
  private readonly payments = new FirstRows();
  private readonly idKey = new KeyHash();
  private readonly paymentKey = new KeyHash();

  find(index: number, values: PayrollRowValues, lineOf: (index: number) => number): PreviewRemarks {
    const externalId = this.keyOfId(values);
    const payment = this.keyOfPayment(values);
    const sameId = externalId === null ? -1 : this.externalIds.remember(externalId, index);
    const samePayment = payment === null ? -1 : this.payments.remember(payment, index);
    if (sameId === -1 && samePayment === -1) return NO_REMARKS;
    const found: RegistryIssue<PayrollColumnKey>[] = [];
    if (sameId !== -1) found.push(registryIssue("externalId", "external_id_repeated", { n: lineOf(sameId) }));
    if (samePayment !== -1) found.push(registryIssue("inn", "possible_duplicate", { n: lineOf(samePayment) }));
    return found;
  }

  private keyOfId({ externalId }: PayrollRowValues): KeyHash | null {
    if (externalId === null) return null;
    this.idKey.begin();
    for (let index = 0; index < externalId.length; index += 1) this.idKey.add(externalId.charCodeAt(index));
    return this.idKey;
  }

  private keyOfPayment({ inn, serviceCode, workStart, workEnd, amountKopecks }: PayrollRowValues): KeyHash | null {
    if (inn === null || serviceCode === null || workStart === null || workEnd === null || amountKopecks === null) return null;
    this.paymentKey.begin();
    // Two rows with the same parts may be one payment written twice; an ИНН is longer than a part may be.
    for (const part of [Number(inn.slice(0, 6)), Number(inn.slice(6)), Number(serviceCode), toDayNumber(workStart), toDayNumber(workEnd), Number(amountKopecks)]) this.paymentKey.add(part);
    return this.paymentKey;
  }
}
