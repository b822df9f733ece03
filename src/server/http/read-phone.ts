import { normalizePhone, WRONG_PHONE } from "#contract/values/phone.ts";
import { invalid } from "./app-error.ts";

/** @throws AppError `invalid`. */
export function readPhone(text: string, field: string): string {
  const phone = normalizePhone(text);
  if (phone === null) throw invalid({ [field]: [WRONG_PHONE] });
  return phone;
}
