import { formatPhone } from "#contract/values/phone.ts";

/** Phones are shown as +7 (xxx) xxx xx xx. Source: specification §9. */
export { formatPhone };

const LOCAL_DIGITS = 10;

/**
 * The ten digits behind +7 of whatever was typed or pasted: «8 (999) 123-45-67», «+7 999…»,
 * «9991234567». More than ten digits are cut, fewer are a number half typed.
 */
export function localDigits(text: string): string {
  let digits = text.replace(/\D/g, "");
  if (/^\s*\+7/.test(text) || (digits.length <= LOCAL_DIGITS && /^[78]/.test(digits)))
    digits = digits.slice(1);
  // A whole number pasted behind the mask's own +7 brings its country digit once more.
  if (digits.length > LOCAL_DIGITS && /^[78]/.test(digits)) digits = digits.slice(1);
  return digits.slice(0, LOCAL_DIGITS);
}

/** A number half typed, in the mask: `99912` → «+7 (999) 12». */
export function maskPhoneInput(text: string): string {
  const digits = localDigits(text);
  if (digits === "") return /^\s*(\+|\+?7|8|\+7 \()$/.test(text) ? "+7 (" : "";
  const code = digits.slice(0, 3);
  const rest = [digits.slice(3, 6), digits.slice(6, 8), digits.slice(8, 10)]
    .filter(Boolean)
    .join(" ");
  return `+7 (${code}${digits.length > 3 ? `) ${rest}` : ""}`;
}

/** `79991234567` when the number is whole, otherwise `null`. */
export function wholePhone(text: string): string | null {
  const digits = localDigits(text);
  return digits.length === LOCAL_DIGITS ? `7${digits}` : null;
}
