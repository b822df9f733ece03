import { exactDigits } from "./plain-number.ts";

export const WRONG_PHONE = "Неверный номер телефона. Пример: +7 (916) 123-45-67";

/**
 * A Russian mobile phone. Source: `domain.md` §1.6.
 *
 * @param written - `8 (916) 123-45-67`, `9161234567`, `тел. 8-916…`.
 * @returns `79XXXXXXXXX`; `null` for other texts.
 */
export function normalizePhone(written: string): string | null {
  const text = exactDigits(written).replace(/^\s*(?:тел|моб)[а-я]*\s*\.?\s*:?/i, "");
  let digits = text.replace(/\D/g, "");
  if (digits.length === 10 && digits.startsWith("9")) digits = `7${digits}`;
  else if (digits.length === 11 && digits.startsWith("8")) digits = `7${digits.slice(1)}`;
  return isStoredPhone(digits) && !/\p{L}/u.test(text) ? digits : null;
}

function isStoredPhone(text: string): boolean {
  return /^79\d{9}$/.test(text);
}

/** `+7 (916) 123 45 67`; other texts unchanged. */
export function formatPhone(phone: string): string {
  const match = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone);
  return match ? `+7 (${match[1]}) ${match[2]} ${match[3]} ${match[4]}` : phone;
}

/** `+7 (916) *** ** 67`: for logs and roles without the right. */
export function maskPhone(phone: string): string {
  const match = /^7(\d{3})\d{5}(\d{2})$/.exec(phone);
  return match ? `+7 (${match[1]}) *** ** ${match[2]}` : "***";
}
