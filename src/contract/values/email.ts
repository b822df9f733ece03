const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/**
 * @returns the address as it is kept, its domain in lower case; `null` for what is none. Source:
 *   `domain.md` §1.6, «Email».
 */
export function normalizeEmail(text: string): string | null {
  const trimmed = text.trim();
  if (!EMAIL.test(trimmed)) return null;
  const at = trimmed.lastIndexOf("@");
  return trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}

/** «a***@company.ru»: enough to know it by. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
