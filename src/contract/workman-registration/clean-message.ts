const PREFIX =
  /^\s*(?:(?:DOCUMENT|DOC|CLIENT|SMZ)?_?(?:STATUS_)?(?:INVALID|ERROR|REJECTED|FAILED|EXPIRED|CHECKING|VALID)|[A-Z]+(?:_[A-Z]+)+)\s*:\s*/;

/**
 * Words of the bank or tax service: `passport` and `inn` in Russian, no status prefix. Source:
 * specification §3, «Message text is cleaned».
 */
export function cleanMessage(text: string | null): string | null {
  if (text === null) return null;
  let plain = text.trim();
  while (PREFIX.test(plain)) plain = plain.replace(PREFIX, "");
  plain = plain
    .replace(/\bpassport\b/gi, "паспорт")
    .replace(/\binn\b/gi, "ИНН")
    .trim();
  return plain === "" ? null : plain[0]?.toUpperCase() + plain.slice(1);
}

/** `12:3: Неверная серия` → «Неверная серия». Source: specification §3. */
export function cleanError(text: string | null): string | null {
  return cleanMessage(text === null ? null : text.replace(/^\s*(?:\d+\s*:\s*)+/, ""));
}
