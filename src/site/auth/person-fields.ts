import { isPersonName, tidyName } from "#contract/values/person-name.ts";
import { wholePhone } from "#web/format/phone.ts";
import type { Registration } from "./use-registration.ts";

/** Source: specification §2, «The default prefilled phone starts with 7». */
export const PHONE_START = "+7 (";

const MISSING = {
  lastName: "Укажите фамилию",
  firstName: "Укажите имя",
  email: "Укажите e-mail",
  phoneNumber: "Укажите номер мобильного телефона: +7 и десять цифр",
} as const;
const NAMES = ["lastName", "firstName", "middleName"] as const;

/** The server validates again. */
export function personErrors(
  values: Registration["values"],
  required: readonly (keyof typeof MISSING)[],
): Readonly<Record<string, string | null>> {
  const errors: Record<string, string | null> = {};
  for (const field of required)
    errors[field] = (values[field] ?? "").trim() === "" ? MISSING[field] : null;
  for (const field of NAMES) {
    const name = tidyName(values[field] ?? "");
    if (name !== "" && !isPersonName(name))
      errors[field] = "Только буквы, пробел, дефис и апостроф";
  }
  const email = (values.email ?? "").trim();
  if (email !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    errors["email"] = "Неверный e-mail. Пример: buh@company.ru";
  if (wholePhone(values.phoneNumber ?? "") === null) errors["phoneNumber"] = MISSING.phoneNumber;
  return errors;
}
