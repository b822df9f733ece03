import { exactDigits } from "./plain-number.ts";

/** A letter is `length`. */
export type InnFinding = "length" | "checksum";

/** 12 digits. Source: `domain.md` §1.6. */
export function personInnFinding(inn: string): InnFinding | null {
  if (inn.length !== 12 || !isDigits(inn)) return "length";
  const eleventh = (weigh(inn, PERSON_11) % 11) % 10;
  const twelfth = (weigh(inn, PERSON_12) % 11) % 10;
  return eleventh === digitAt(inn, 10) && twelfth === digitAt(inn, 11) ? null : "checksum";
}

/** 10 digits. Source: `domain.md` §1.6. */
export function companyInnFinding(inn: string): InnFinding | null {
  if (inn.length !== 10 || !isDigits(inn)) return "length";
  return (weigh(inn, COMPANY_10) % 11) % 10 === digitAt(inn, 9) ? null : "checksum";
}

export function isInn(inn: string): boolean {
  return personInnFinding(inn) === null || companyInnFinding(inn) === null;
}

/**
 * Restores a leading zero if the check digits are then valid.
 *
 * @param inn - 9 or 11 digits.
 * @returns 10 or 12 digits, or the same text.
 */
export function healInn(inn: string): string {
  if (inn.length !== 11 && inn.length !== 9) return inn;
  const padded = `0${inn}`;
  return isInn(padded) ? padded : inn;
}

/** Drops spaces, dashes, an apostrophe, «ИНН»; of scientific form nothing but its digits is left. */
export function tidyInn(text: string): string {
  return exactDigits(text).replace(/^инн\s*:?|[\s\u200B\u00AD'’‑–-]/gi, "");
}

/** Four digits, two digits or capital Latin letters, three digits. */
export function isKpp(kpp: string): boolean {
  return /^\d{4}[\dA-Z]{2}\d{3}$/.test(kpp);
}

const COMPANY_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8];
/** Weights of a person's check digits. */
const PERSON_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const PERSON_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

function weigh(text: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1)
    sum += digitAt(text, index) * (weights[index] ?? 0);
  return sum;
}

function digitAt(text: string, index: number): number {
  return text.charCodeAt(index) - 0x30;
}

function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}
