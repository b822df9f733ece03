/** `11223344595` by `###-###-### ##` → «112-233-445 95». Cuts extra digits. */
export function maskDigits(text: string, pattern: string): string {
  const digits = text.replace(/\D/g, "");
  let used = 0;
  let shown = "";
  for (const sign of pattern) {
    if (used === digits.length) break;
    shown += sign === "#" ? digits[used++] : sign;
  }
  return shown;
}

export const MASKS = {
  inn: "############",
  snils: "###-###-### ##",
  division: "###-###",
  bic: "#########",
  account: "#### #### #### #### ####",
  ogrnip: "###############",
  date: "##.##.####",
} as const;
