import { JOB_COLUMNS } from "#contract/registries/kinds/job-columns.ts";
import { validateJobRow } from "#contract/registries/kinds/job.ts";
import {
  PAYROLL_COLUMNS,
  type PayrollColumnKey,
} from "#contract/registries/kinds/payroll-columns.ts";
import {
  validatePayrollRow,
  PayrollMemory,
  type PayrollRowValues,
} from "#contract/registries/kinds/payroll.ts";
import { WORKMAN_COLUMNS } from "#contract/registries/kinds/workman-columns.ts";
import { WORKMAN_REGISTRATION_COLUMNS } from "#contract/registries/kinds/workman-registration-columns.ts";
import { validateWorkmanRegistrationRow } from "#contract/registries/kinds/workman-registration.ts";
import { validateWorkmanRow } from "#contract/registries/kinds/workman.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import {
  registryFinding,
  type RegistryFinding,
  type FindingCode,
} from "#contract/registries/registry-findings.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { toDayNumber, type CalendarDate } from "#contract/values/calendar-date.ts";
import { FirstRows, KeyHash } from "./first-rows.ts";

export type PreviewFindings = readonly RegistryFinding<string>[];
const NO_FINDINGS: PreviewFindings = [];

interface ValidatedRow {
  readonly kopecks: number;
  readonly findings: PreviewFindings;
  readonly healed: readonly string[];
  /**
   * Finds repeats of earlier rows; call once, while reading. @param lineOf - file line of an
   * earlier row.
   */
  readonly findRepeats: (index: number, lineOf: (index: number) => number) => PreviewFindings;
}

/** Rules of one kind that need no database, with the state of one file. */
export interface PreviewRules {
  readonly columns: readonly RegistryColumn[];
  readonly validate: (cells: readonly string[], uses1904: boolean) => ValidatedRow;
}

/** The rules of a kind, the same as on the server. */
export function previewRulesOf(kind: RegistryKindName, today: CalendarDate): PreviewRules {
  return RULES[kind](today);
}

const RULES: Readonly<Record<RegistryKindName, (today: CalendarDate) => PreviewRules>> = {
  payroll: payrollRules,
  job: (today) =>
    plainRules({
      columns: JOB_COLUMNS,
      validate: (cells, uses1904) => validateJobRow(cells, { today, uses1904 }),
      kopecksOf: ({ budgetKopecks, workmenCount }) => Number(budgetKopecks ?? 0n) * workmenCount,
      repeats: [
        {
          column: "externalId",
          code: "external_id_repeated",
          keyOf: ({ externalId }) => externalId,
        },
      ],
    }),
  workman: () =>
    plainRules({
      columns: WORKMAN_COLUMNS,
      validate: validateWorkmanRow,
      repeats: [PHONE_REPEATED],
    }),
  "workman-registration": (today) =>
    plainRules({
      columns: WORKMAN_REGISTRATION_COLUMNS,
      validate: (cells, uses1904) => validateWorkmanRegistrationRow(cells, { today, uses1904 }),
      repeats: [PHONE_REPEATED, { column: "inn", code: "inn_repeated", keyOf: ({ inn }) => inn }],
    }),
};

/** A value that must be unique in the file. Source: `domain.md` §4.1. */
interface RepeatRule<Values> {
  readonly column: string;
  readonly code: FindingCode;
  readonly keyOf: (values: Values) => string | null;
}
const PHONE_REPEATED: RepeatRule<{ readonly phone: string | null }> = {
  column: "phone",
  code: "phone_repeated",
  keyOf: ({ phone }) => phone,
};

interface PlainKind<Values> {
  readonly columns: readonly RegistryColumn[];
  readonly validate: (
    cells: readonly string[],
    uses1904: boolean,
  ) => {
    readonly values: Values;
    readonly findings: PreviewFindings;
    readonly healed: readonly string[];
  };
  /** Cost of a row in kopecks; absent for a kind without money. */
  readonly kopecksOf?: (values: Values) => number;
  readonly repeats: readonly RepeatRule<Values>[];
}

function plainRules<Values>({
  columns,
  validate,
  kopecksOf,
  repeats,
}: PlainKind<Values>): PreviewRules {
  const seen = repeats.map((rule) => ({ ...rule, first: new FirstRows() }));
  const key = new KeyHash();
  return {
    columns,
    validate: (cells, uses1904) => {
      const { values, findings, healed } = validate(cells, uses1904);
      const findRepeats = (index: number, lineOf: (index: number) => number): PreviewFindings =>
        seen.flatMap(({ column, code, keyOf, first }) => {
          const text = keyOf(values);
          if (text === null) return [];
          addText(key, text);
          const earlier = first.remember(key, index);
          return earlier === -1 ? [] : [registryFinding(column, code, { n: lineOf(earlier) })];
        });
      return { kopecks: kopecksOf?.(values) ?? 0, findings, healed, findRepeats };
    },
  };
}

function addText(key: KeyHash, text: string): void {
  key.begin();
  for (let index = 0; index < text.length; index += 1) key.add(text.charCodeAt(index));
}

function payrollRules(today: CalendarDate): PreviewRules {
  const memory = new PayrollMemory();
  const repeats = new PayrollRepeats();
  return {
    columns: PAYROLL_COLUMNS,
    validate: (cells, uses1904) => {
      const { values, findings, healed } = validatePayrollRow(cells, { today, uses1904, memory });
      return {
        kopecks: Number(values.amountKopecks ?? 0n),
        findings,
        healed,
        findRepeats: (index, lineOf) => repeats.find(index, values, lineOf),
      };
    },
  };
}

/** Repeats inside the file. Source: `domain.md` §4.1. */
class PayrollRepeats {
  private readonly externalIds = new FirstRows();
  private readonly payments = new FirstRows();
  private readonly idKey = new KeyHash();
  private readonly paymentKey = new KeyHash();

  find(
    index: number,
    values: PayrollRowValues,
    lineOf: (index: number) => number,
  ): PreviewFindings {
    const externalId = this.keyOfId(values);
    const payment = this.keyOfPayment(values);
    const sameId = externalId === null ? -1 : this.externalIds.remember(externalId, index);
    const samePayment = payment === null ? -1 : this.payments.remember(payment, index);
    if (sameId === -1 && samePayment === -1) return NO_FINDINGS;
    const found: RegistryFinding<PayrollColumnKey>[] = [];
    if (sameId !== -1)
      found.push(registryFinding("externalId", "external_id_repeated", { n: lineOf(sameId) }));
    if (samePayment !== -1)
      found.push(registryFinding("inn", "possible_duplicate", { n: lineOf(samePayment) }));
    return found;
  }

  private keyOfId({ externalId }: PayrollRowValues): KeyHash | null {
    if (externalId === null) return null;
    addText(this.idKey, externalId);
    return this.idKey;
  }

  private keyOfPayment({
    inn,
    serviceCode,
    workStart,
    workEnd,
    amountKopecks,
  }: PayrollRowValues): KeyHash | null {
    if (
      inn === null ||
      serviceCode === null ||
      workStart === null ||
      workEnd === null ||
      amountKopecks === null
    )
      return null;
    this.paymentKey.begin();
    // Equal parts mean the same payment twice. The ИНН is split because a part must be below 2^31.
    for (const part of [
      Number(inn.slice(0, 6)),
      Number(inn.slice(6)),
      Number(serviceCode),
      toDayNumber(workStart),
      toDayNumber(workEnd),
      Number(amountKopecks),
    ])
      this.paymentKey.add(part);
    return this.paymentKey;
  }
}
