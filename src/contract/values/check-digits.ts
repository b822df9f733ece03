import { isAccountOfBank } from "#contract/values/bank-details.ts";
import { companyInnFinding, personInnFinding } from "#contract/values/inn.ts";
import { isOgrn, isOgrnip } from "#contract/values/ogrn.ts";

/**
 * @param nine - first nine digits.
 * @returns with the check digit.
 */
export function companyInn(nine: string): string {
  return complete(nine, 1, (inn) => companyInnFinding(inn) === null);
}

/**
 * @param ten - first ten digits.
 * @returns with both check digits.
 */
export function personInn(ten: string): string {
  return complete(ten, 2, (inn) => personInnFinding(inn) === null);
}

/** @param twelve - first twelve digits. */
export function ogrn(twelve: string): string {
  return complete(twelve, 1, isOgrn);
}

/** @param fourteen - first fourteen digits. */
export function ogrnip(fourteen: string): string {
  return complete(fourteen, 1, isOgrnip);
}

/**
 * @param balance - eight digits: 40817810.
 * @param tail - last eleven digits.
 * @returns 20 digits with a valid key for the БИК.
 */
export function bankAccount(bic: string, balance: string, tail: string): string {
  for (let key = 0; key < 10; key += 1) {
    const account = `${balance}${key}${tail}`;
    if (isAccountOfBank(bic, account)) return account;
  }
  throw new Error(`no key fits ${balance}·${tail} in ${bic}`);
}

function complete(start: string, digits: 1 | 2, isRight: (text: string) => boolean): string {
  for (let end = 0; end < 10 ** digits; end += 1) {
    const text = start + String(end).padStart(digits, "0");
    if (isRight(text)) return text;
  }
  throw new Error(`no check digits fit ${start}`);
}
