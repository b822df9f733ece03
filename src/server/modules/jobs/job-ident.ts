const DIGITS = 6;

/** «З-000123». */
export function jobIdentOf(id: bigint): string {
  return `З-${String(id).padStart(DIGITS, "0")}`;
}

/**
 * Letter, dash and zeros are optional; URLs are lower-cased.
 *
 * @returns `null` for other texts.
 */
export function readJobIdent(text: string): bigint | null {
  const digits = /^\s*(?:[зz]\s*(?:[-–—]\s*)?)?(\d{1,15})\s*$/iu.exec(text)?.[1];
  return digits === undefined || BigInt(digits) === 0n ? null : BigInt(digits);
}
