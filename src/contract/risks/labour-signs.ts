import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { countFrom, countOf } from "#contract/values/plural.ts";

/**
 * Signs by which inspections reclassify a contract as employment. Decision: the four our records
 * show.
 */
export const LABOUR_SIGN = defineEnumeration({
  REGULARITY: "Регулярность",
  SINGLE_CUSTOMER: "Единственный заказчик",
  FIXED_SUMS: "Одинаковые суммы",
  WORDS: "Слова трудового договора",
});
type LabourSign = IdOf<typeof LABOUR_SIGN>;

/** Payments of the last twelve months. */
export interface LabourFacts {
  readonly payouts: number;
  /** Months in which the company paid. */
  readonly months: number;
  readonly sameSum: number;
  /** Kopecks; `paidByAll`: from all customers. */
  readonly paidByUs: bigint;
  readonly paidByAll: bigint;
  /** First labour word of jobs and receipts. */
  readonly word: string | null;
}

/** Decision: six months of a year are regular; under three months or four payouts prove nothing. */
const REGULAR_MONTHS = 6;
const ENOUGH_MONTHS = 3;
const ENOUGH_PAYOUTS = 4;
const SAME_PERCENT = 80;

const MONTHS = ["месяц", "месяца", "месяцев"] as const;
const PAYOUTS = ["выплата", "выплаты", "выплат"] as const;

export interface FoundSign {
  readonly sign: LabourSign;
  readonly reason: string;
}

export function labourSigns({
  payouts,
  months,
  sameSum,
  paidByUs,
  paidByAll,
  word,
}: LabourFacts): FoundSign[] {
  const found: FoundSign[] = [];
  if (word !== null)
    found.push({ sign: "WORDS", reason: `В заданиях или чеках есть слово «${word}»` });
  if (months >= REGULAR_MONTHS)
    found.push({ sign: "REGULARITY", reason: `Оплата ${countOf(months, MONTHS)} из двенадцати` });
  if (months >= ENOUGH_MONTHS && paidByAll > 0n && paidByUs === paidByAll)
    found.push({
      sign: "SINGLE_CUSTOMER",
      reason: `Весь доход на платформе за ${countOf(months, MONTHS)} — от вашей компании`,
    });
  if (payouts >= ENOUGH_PAYOUTS && sameSum * 100 >= payouts * SAME_PERCENT)
    found.push({
      sign: "FIXED_SUMS",
      reason: `Одна и та же сумма в ${sameSum} из ${countFrom(payouts, PAYOUTS)}`,
    });
  return found;
}

/** Sentence for a lawyer's memo. */
export function lawyerSentence(name: string, facts: LabourFacts): string {
  const signs = labourSigns(facts);
  if (signs.length === 0)
    return `В отношениях с исполнителем ${name} признаков трудовых отношений по данным платформы не найдено.`;
  const reasons = signs.map(({ reason }) => reason[0]?.toLowerCase() + reason.slice(1)).join("; ");
  return `В отношениях с исполнителем ${name} за последние двенадцать месяцев есть признаки, по которым их могут признать трудовыми (ст. 15, 19.1 ТК РФ): ${reasons}.`;
}
