const DIGITS = 6;

/** The number people say: «З-000123». */
export function jobIdentOf(id: bigint): string {
  return `З-${String(id).padStart(DIGITS, "0")}`;
}

/**
 * The id of a typed number, with or without the letter, dash and zeros; URLs are lower-cased.
 * @returns `null` for any other text.
 */
export function readJobIdent(text: string): bigint | null {
  const digits = /^\s*(?:[зz]\s*(?:[-–—]\s*)?)?(\d{1,15})\s*$/iu.exec(text)?.[1];
  return digits === undefined || BigInt(digits) === 0n ? null : BigInt(digits);
}
