/**
 * @returns digits; `null` when invalid. Numbers up to 001-001-998 have no control number. Source:
 * `domain.md` §1.6.
 */
export function normalizeSnils(text: string): string | null {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{11}$/.test(digits)) return null;
  const number = Number(digits.slice(0, 9));
  if (number <= 1_001_998) return digits;
  let sum = 0;
  for (let index = 0; index < 9; index += 1) sum += Number(digits[index]) * (9 - index);
  const control = sum < 100 ? sum : (sum % 101) % 100;
  return control === Number(digits.slice(9)) ? digits : null;
}

/** `11223344595` → `112-233-445 95`. */
export function formatSnils(digits: string): string {
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6, 9)} ${digits.slice(9)}`;
}
