/** All functions take digits without spaces. Source: `domain.md` §1.6. */

/** Nine digits from 04 (banks) or 00–02 (treasury); whether it exists, the directory knows. */
export function isBic(bic: string): boolean {
  return /^(?:04|0[0-2])\d{7}$/.test(bic);
}

/** Restores the leading zero a spreadsheet dropped. */
export function healBic(bic: string): string {
  return /^4\d{7}$/.test(bic) ? `0${bic}` : bic;
}

/**
 * Key of a 20-digit account. Accounts in settlement centres (БИК ends 000–002) use another form;
 * treasury accounts (03…) have none.
 */
export function isAccountOfBank(bic: string, account: string): boolean {
  if (!isBic(bic) || !/^\d{20}$/.test(account)) return false;
  if (account.startsWith("03")) return true;
  const tail = bic.slice(6);
  const isSettlementCentre = tail === "000" || tail === "001" || tail === "002";
  return hasValidKey(isSettlementCentre ? `0${bic.slice(4, 6)}${account}` : `${tail}${account}`);
}

/** 301…, with the БИК's end and a valid key. */
export function isCorrespondentAccount(bic: string, account: string): boolean {
  if (!isBic(bic) || !/^301\d{17}$/.test(account)) return false;
  return account.slice(17) === bic.slice(6) && hasValidKey(`0${bic.slice(4, 6)}${account}`);
}

/** Rubles, paid to the self-employed (40817, 40820, 40802). */
export function isWorkmanAccount(account: string): boolean {
  return /^(?:40817|40820|40802)(?:810|643)\d{12}$/.test(account);
}

/** 13–19 digits, valid Luhn digit. */
export function isCardNumber(card: string): boolean {
  if (!/^\d{13,19}$/.test(card)) return false;
  let sum = 0;
  for (let index = 0; index < card.length; index += 1) {
    const digit = card.charCodeAt(card.length - 1 - index) - 0x30;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** `411111******1111`, the most ever shown. */
export function maskCard(card: string): string {
  if (card.length < 13) return "*".repeat(card.length);
  return `${card.slice(0, 6)}${"*".repeat(card.length - 10)}${card.slice(-4)}`;
}

/** `40817810700000000001` → `40817***********0001`. */
export function maskAccount(account: string): string {
  if (account.length < 12) return "*".repeat(account.length);
  return `${account.slice(0, 5)}${"*".repeat(account.length - 9)}${account.slice(-4)}`;
}

function hasValidKey(digits: string): boolean {
  const weights = [7, 1, 3];
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += ((digits.charCodeAt(index) - 0x30) * (weights[index % 3] ?? 0)) % 10;
  }
  return sum % 10 === 0;
}
