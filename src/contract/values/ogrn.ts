/** 13 digits; the first twelve mod 11 mod 10 give the last. Source: `domain.md` §1.6. */
export function isOgrn(text: string): boolean {
  return /^\d{13}$/.test(text) && controlDigit(text, 11n) === text[12];
}

/** 15 digits; the first fourteen mod 13 mod 10 give the last. */
export function isOgrnip(text: string): boolean {
  return /^\d{15}$/.test(text) && controlDigit(text, 13n) === text[14];
}

function controlDigit(text: string, divisor: bigint): string {
  return ((BigInt(text.slice(0, -1)) % divisor) % 10n).toString();
}
