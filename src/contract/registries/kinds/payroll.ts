import {
  parseCalendarDate,
  toDayNumber,
  type CalendarDate,
  type ParsedDate,
} from "#contract/values/calendar-date.ts";
import { healInn, personInnFinding, tidyInn } from "#contract/values/inn.ts";
import {
  formatMoney,
  isMendedAmount,
  parseAmount,
  rublesToKopecks,
  SUM_MAX,
} from "#contract/values/money.ts";
import { healLookAlikes, isPersonName, tidyName } from "#contract/values/person-name.ts";
import { exactDigits } from "#contract/values/plain-number.ts";
import { Remembered } from "#contract/values/remembered.ts";

import { registryFinding, type RegistryFinding, type FindingCode } from "../registry-findings.ts";
import {
  hasText,
  lengthChecked,
  readCell,
  refuseScientific,
  isDamagedByExcel,
  shortenScientific,
  UNREADABLE,
  type Findings,
} from "./payroll-cells.ts";
import type { PayrollColumnKey } from "./payroll-columns.ts";
import { readReceiptText } from "./receipt-text.ts";

/** Source: `domain.md` §3.1 and §4.2. */
const PAYROLL_ROW_LIMITS = {
  minAmountKopecks: 100n,
  maxAmountKopecks: rublesToKopecks(SUM_MAX),
  maxPeriodDays: 92,
  maxTags: 10,
  /** Characters. */
  maxText: { externalId: 64, fullName: 255, project: 255, tag: 50, comment: 500 },
} as const;
const { maxText: MAX_TEXT } = PAYROLL_ROW_LIMITS;

const PAYOUT_METHOD_TITLES = { CARD: "Карта", PAYMENT_ACCOUNT: "Счёт", SBP: "СБП" } as const;
type PayoutMethodCode = keyof typeof PAYOUT_METHOD_TITLES;

/** `null`: missing, or wrong with a finding. */
export interface PayrollRowValues {
  externalId: string | null;
  inn: string | null;
  fullName: string | null;
  /** Four digits: group and number. */
  serviceCode: string | null;
  receiptText: string | null;
  workStart: CalendarDate | null;
  workEnd: CalendarDate | null;
  /** Today by default. */
  actDate: CalendarDate | null;
  amountKopecks: bigint | null;
  /** `null`: the workman's default. */
  payoutMethod: PayoutMethodCode | null;
  projectTitle: string | null;
  tags: readonly string[];
  comment: string | null;
}

export interface ValidatedPayrollRow {
  values: PayrollRowValues;
  findings: RegistryFinding<PayrollColumnKey>[];
  /** Repaired: «исправлено». */
  healed: PayrollColumnKey[];
}

export interface PayrollRowContext {
  today: CalendarDate;
  /** The workbook counts days from 1904. */
  uses1904?: boolean;
  memory?: PayrollMemory;
}

/** Caches dates and tags of a file: few values repeat in every row. */
export class PayrollMemory {
  /** For workbooks that count from 1900. */
  readonly dates: Remembered<ParsedDate> = new Remembered((text) => parseCalendarDate(text));
  readonly days: Remembered<number> = new Remembered(toDayNumber);
  readonly tags: Remembered<readonly string[]> = new Remembered(splitTags);
}

/**
 * Needs no database; never throws. Source: `domain.md` §4.1, §4.2.
 *
 * @param cells - in the order of `PAYROLL_COLUMNS`; missing ones are "".
 */
export function validatePayrollRow(
  cells: readonly string[],
  context: PayrollRowContext,
): ValidatedPayrollRow {
  const findings: RegistryFinding<PayrollColumnKey>[] = [];
  const healed: PayrollColumnKey[] = [];
  const values: PayrollRowValues = {
    externalId: lengthChecked(
      readCell(cells, 0, findings),
      "externalId",
      MAX_TEXT.externalId,
      findings,
    ),
    inn: validateInn(readCell(cells, 1, findings), findings, healed),
    fullName: validateFullName(readCell(cells, 2, findings), findings, healed),
    serviceCode: validateServiceCode(readCell(cells, 3, findings), findings, healed),
    receiptText: validateReceiptText(readCell(cells, 4, findings), findings),
    workStart: validateDate(readCell(cells, 5, findings), "workStart", context, findings, healed),
    workEnd: validateDate(readCell(cells, 6, findings), "workEnd", context, findings, healed),
    actDate: null,
    amountKopecks: validateAmount(readCell(cells, 8, findings), cells[1] ?? "", findings, healed),
    payoutMethod: validatePayoutMethod(readCell(cells, 9, findings), findings),
    projectTitle: lengthChecked(
      readCell(cells, 10, findings),
      "project",
      MAX_TEXT.project,
      findings,
    ),
    tags: validateTags(readCell(cells, 11, findings), context, findings),
    comment: lengthChecked(readCell(cells, 12, findings), "comment", MAX_TEXT.comment, findings),
  };
  validatePeriod(values, context, findings);
  values.actDate = validateActDate(
    readCell(cells, 7, findings),
    values.workEnd,
    context,
    findings,
    healed,
  );
  return { values, findings, healed };
}

function validateInn(text: string, findings: Findings, healed: PayrollColumnKey[]): string | null {
  if (!hasText(text, "inn", findings)) return null;
  if (text.length === 12 && personInnFinding(text) === null) return text;
  const plain = refuseScientific(exactDigits(text), "inn", findings);
  if (plain === null) return null;
  const repaired = healInn(tidyInn(plain));
  const finding = personInnFinding(repaired);
  if (finding !== null) {
    findings.push(registryFinding("inn", finding === "length" ? "inn_length" : "inn_checksum"));
    return null;
  }
  healed.push("inn");
  return repaired;
}

function validateFullName(
  text: string,
  findings: Findings,
  healed: PayrollColumnKey[],
): string | null {
  if (text === "" || text === UNREADABLE) return null;
  if (text.length <= MAX_TEXT.fullName && isPlainCyrillicName(text)) return text;
  const plain = tidyName(text);
  if (plain.length > MAX_TEXT.fullName) {
    findings.push(registryFinding("fullName", "too_long", { n: MAX_TEXT.fullName }));
    return null;
  }
  const name = healLookAlikes(plain);
  if (name === plain && !isPersonName(name)) {
    findings.push(registryFinding("fullName", "full_name_invalid"));
    return null;
  }
  if (name !== plain || plain !== text) healed.push("fullName");
  return name;
}

/** Fast path. */
function isPlainCyrillicName(name: string): boolean {
  let before = 0x20;
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    const isLetter = (code >= 0x410 && code <= 0x44f) || code === 0x451 || code === 0x401;
    if (!isLetter && ((code !== 0x20 && code !== 0x2d) || before === 0x20)) return false;
    before = code;
  }
  return before !== 0x20;
}

function validateServiceCode(
  text: string,
  findings: Findings,
  healed: PayrollColumnKey[],
): string | null {
  if (!hasText(text, "serviceCode", findings)) return null;
  if (/^\d{4}$/.test(text)) return text;
  const digits = text.replace(/\s/g, "");
  const repaired = /^\d{3}$/.test(digits) ? `0${digits}` : digits;
  if (!/^\d{4}$/.test(repaired)) {
    findings.push(
      registryFinding("serviceCode", "service_code_invalid", {
        x: text.length > 40 ? `${text.slice(0, 40)}…` : text,
      }),
    );
    return null;
  }
  healed.push("serviceCode");
  return repaired;
}

function validateReceiptText(text: string, findings: Findings): string | null {
  if (!hasText(text, "receiptText", findings)) return null;
  const read = readReceiptText(text);
  if ("line" in read) return read.line;
  findings.push(registryFinding("receiptText", read.code, read.filling));
  return null;
}

function validateDate(
  text: string,
  column: "workStart" | "workEnd" | "actDate",
  context: PayrollRowContext,
  findings: Findings,
  healed: PayrollColumnKey[],
): CalendarDate | null {
  if (!hasText(text, column, findings)) return null;
  const parsed =
    context.memory && !context.uses1904
      ? context.memory.dates.of(text)
      : parseCalendarDate(text, context.uses1904);
  if (!parsed.ok) {
    findings.push(
      registryFinding(column, column === "actDate" ? "act_date_invalid" : "date_invalid"),
    );
    return null;
  }
  if (parsed.isMended) healed.push(column);
  if (column === "actDate" || parsed.date <= context.today) return parsed.date;
  findings.push(registryFinding(column, "date_in_future"));
  return null;
}

function validatePeriod(
  values: PayrollRowValues,
  { memory }: PayrollRowContext,
  findings: Findings,
): void {
  const { workStart, workEnd } = values;
  if (workStart === null || workEnd === null || workStart === workEnd) return;
  if (workEnd < workStart) findings.push(registryFinding("workEnd", "work_end_before_start"));
  // Inclusive: from the 1st to the 1st is one day.
  else if (
    dayOf(workEnd, memory) - dayOf(workStart, memory) + 1 >
    PAYROLL_ROW_LIMITS.maxPeriodDays
  ) {
    findings.push(registryFinding("workEnd", "work_period_too_long"));
  }
}

function dayOf(date: CalendarDate, memory: PayrollMemory | undefined): number {
  return memory ? memory.days.of(date) : toDayNumber(date);
}

function validateActDate(
  text: string,
  workEnd: CalendarDate | null,
  context: PayrollRowContext,
  findings: Findings,
  healed: PayrollColumnKey[],
): CalendarDate | null {
  if (text === UNREADABLE) return null;
  if (text === "") return context.today;
  const date = validateDate(text, "actDate", context, findings, healed);
  if (date === null) return null;
  if (date <= context.today && (workEnd === null || date >= workEnd)) return date;
  findings.push(registryFinding("actDate", "act_date_invalid"));
  return null;
}

/** Without an ИНН the row is nobody's: then an empty sum is a cell that was forgotten. */
function validateAmount(
  text: string,
  inn: string,
  findings: Findings,
  healed: PayrollColumnKey[],
): bigint | null {
  if (isNothing(text) && inn.trim() !== "") {
    findings.push(
      registryFinding("amount", "nothing_to_pay", { x: text.slice(0, 40) || "не указана" }),
    );
    return null;
  }
  if (!hasText(text, "amount", findings)) return null;
  const parsed = parseAmount(text);
  const { minAmountKopecks: min, maxAmountKopecks: max } = PAYROLL_ROW_LIMITS;
  if (!parsed.ok) {
    // «1,23E+15» is Excel's damage to a long number.
    if (parsed.reason === "scientific")
      findings.push(
        isDamagedByExcel(text)
          ? registryFinding("amount", "excel_damaged", { x: shortenScientific(text) })
          : registryFinding("amount", "amount_invalid"),
      );
    else if (parsed.reason === "too_large")
      findings.push(registryFinding("amount", "amount_too_large", { x: formatMoney(max) }));
    else findings.push(registryFinding("amount", AMOUNT_FINDINGS[parsed.reason]));
    return null;
  }
  const { kopecks } = parsed;
  if (kopecks >= min && kopecks <= max) {
    if (isMendedAmount(text)) healed.push("amount");
    return kopecks;
  }
  if (kopecks === 0n) findings.push(registryFinding("amount", "amount_not_positive"));
  else if (kopecks < min)
    findings.push(registryFinding("amount", "amount_too_small", { x: formatMoney(min) }));
  else findings.push(registryFinding("amount", "amount_too_large", { x: formatMoney(max) }));
  return null;
}

/** A dash, nothing, zero, or a sum below zero: payrolls of other programs hold such rows. */
function isNothing(text: string): boolean {
  // Most sums begin with another digit.
  const first = text.charCodeAt(0);
  if (first >= 0x31 && first <= 0x39) return false;
  const sum = text.replace(/^[-\u2212\u2010-\u2015(\s]+|\)$/g, "");
  const parsed = parseAmount(sum);
  if (parsed.ok) return parsed.kopecks === 0n || sum !== text;
  return parsed.reason === "empty" || (parsed.reason === "decimals" && sum !== text);
}

const AMOUNT_FINDINGS = {
  empty: "required",
  negative: "amount_not_positive",
  parentheses: "amount_not_positive",
  decimals: "amount_decimals",
  not_a_number: "amount_invalid",
} as const satisfies Record<string, FindingCode>;

const PAYOUT_METHODS: ReadonlyMap<string, PayoutMethodCode> = new Map([
  ["Карта", "CARD"],
  ["Счёт", "PAYMENT_ACCOUNT"],
  ["СБП", "SBP"],
  ["карта", "CARD"],
  ["на карту", "CARD"],
  ["счет", "PAYMENT_ACCOUNT"],
  ["на счет", "PAYMENT_ACCOUNT"],
  ["расчетный счет", "PAYMENT_ACCOUNT"],
  ["сбп", "SBP"],
]);

function validatePayoutMethod(text: string, findings: Findings): PayoutMethodCode | null {
  if (text === "" || text === UNREADABLE) return null;
  const method =
    PAYOUT_METHODS.get(text) ?? PAYOUT_METHODS.get(text.toLowerCase().replace(/ё/g, "е"));
  if (method !== undefined) return method;
  findings.push(registryFinding("payoutMethod", "payout_method_invalid"));
  return null;
}

function validateTags(
  text: string,
  { memory }: PayrollRowContext,
  findings: Findings,
): readonly string[] {
  if (text === "" || text === UNREADABLE) return NO_TAGS;
  const tags = memory ? memory.tags.of(text) : splitTags(text);
  if (tags.length > PAYROLL_ROW_LIMITS.maxTags)
    findings.push(registryFinding("tags", "too_many_tags"));
  else if (tags.some((tag) => tag.length > MAX_TEXT.tag))
    findings.push(registryFinding("tags", "too_long", { n: MAX_TEXT.tag }));
  else return tags;
  return NO_TAGS;
}

const NO_TAGS: readonly string[] = [];

function splitTags(text: string): readonly string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}
