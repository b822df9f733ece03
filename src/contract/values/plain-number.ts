/** Digits that a spreadsheet keeps: a longer number has lost some. */
const EXACT_DIGITS = 15;

/**
 * A number of a book as the person sees it: Excel stores 4.1 as `4.0999999999999996`, Java writes
 * 700 000 000 000 as `7.0E11`.
 *
 * @returns the same text when digits are lost.
 */
export function plainNumber(raw: string): string {
  const isScientific = raw.includes("E") || raw.includes("e");
  if (!isScientific && (raw.length <= 16 || !raw.includes("."))) return raw;
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)0*(\d*)(?:\.(\d*))?(?:E([+-]?\d{1,3}))?$/i.exec(raw) ?? [];
  const digits = whole + fraction;
  if (digits.replace(/^0+/, "").length > EXACT_DIGITS) return roundNumber(raw);
  return placePoint(digits, whole.length + Number(power), sign) ?? raw;
}

function roundNumber(raw: string): string {
  const rounded = Number(raw).toExponential(EXACT_DIGITS - 1);
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d)\.(\d*)e([+-]\d+)$/.exec(rounded) ?? [];
  return placePoint(whole + fraction, 1 + Number(power), sign) ?? raw;
}

/** Moves no digit: nothing is counted in floating point. */
function placePoint(digits: string, point: number, sign: string): string | null {
  if (digits === "" || Math.abs(point) > EXACT_DIGITS) return null;
  const padded = point > 0 ? digits.padEnd(point, "0") : `${"0".repeat(1 - point)}${digits}`;
  const at = Math.max(1, point);
  const whole = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const fraction = padded.slice(at).replace(/0+$/, "");
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

const SCIENTIFIC = /^(\d)(?:[.,](\d{1,14}))?[eEеЕ]\+?(\d{1,2})$/;
/** Excel of itself shows six; a program that writes so many drops nothing but zeros. */
const WRITTEN_DIGITS = 10;

/**
 * `5,0471360662E+11` of a text, whose digits are all there.
 *
 * @returns the same text when digits may be lost, and for any other.
 */
export function exactDigits(text: string): string {
  const [, whole, fraction = "", power = ""] = SCIENTIFIC.exec(text) ?? [];
  const digits = 1 + fraction.length;
  if (!whole || (digits <= Number(power) && digits < WRITTEN_DIGITS)) return text;
  return Number(power) < EXACT_DIGITS ? plainNumber(`${whole}.${fraction}E${power}`) : text;
}
