const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** @returns domain in lower case; `null` when invalid. Source: `domain.md` §1.6, «Email». */
export function normalizeEmail(text: string): string | null {
  const trimmed = text.trim();
  if (!EMAIL.test(trimmed)) return null;
  const at = trimmed.lastIndexOf("@");
  return trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}

/** «a***@company.ru» */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
