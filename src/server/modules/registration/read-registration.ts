import { sql } from "kysely";
import type { Side } from "#contract/auth/session.ts";
import type { RegistrationData } from "#contract/auth/registration.ts";
import {
  CITIZENSHIP,
  CITIZENSHIP_RULES,
  type Citizenship,
} from "#contract/definitions/citizenships.ts";
import { citizenshipsOf, type TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import { companyInnFinding, personInnFinding } from "#contract/values/inn.ts";
import { isPersonName, tidyName } from "#contract/values/person-name.ts";
import { normalizePhone, WRONG_PHONE } from "#contract/values/phone.ts";
import { type AppError, invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface Registrant {
  readonly phone: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly email: string | null;
  readonly inn: string | null;
  readonly cityId: number | null;
  readonly taxpayerType: TaxpayerType;
  readonly citizenship: Citizenship;
}

/** @throws AppError `invalid` — all fields, named `data.…`. */
export async function readRegistration(trx: Trx, data: RegistrationData): Promise<Registrant> {
  const errors: FieldErrors = {};
  const name = (field: "lastName" | "firstName" | "middleName") => {
    const text = tidyName(data[field] ?? "");
    if (text !== "" && !isPersonName(text))
      errors[`data.${field}`] = ["Только буквы, пробел, дефис и апостроф"];
    return text;
  };
  const phone = normalizePhone(data.phoneNumber);
  if (phone === null) errors["data.phoneNumber"] = [WRONG_PHONE];
  const email = data.email?.trim() || null;
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    errors["data.email"] = ["Неверный e-mail"];
  const taxpayerType = data.taxPayerType ?? "SMZ";
  const citizenship = data.citizenshipID ?? "ru";
  if (data.side === "workman" && !citizenshipsOf(taxpayerType).includes(citizenship)) {
    errors["data.citizenshipID"] = [
      CITIZENSHIP_RULES[citizenship].isSupported
        ? `Гражданство «${CITIZENSHIP.titles[citizenship]}» не подходит для выбранного статуса. Выберите «Физическое лицо»`
        : "Гражданство не поддерживается",
    ];
  }
  let inn: string | null = null;
  if (data.inn !== undefined)
    inn = readInn(data.inn, data.side, "data.inn", (found) => void Object.assign(errors, found));
  if (data.cityID !== undefined) {
    const { rows } = await sql`SELECT 1 FROM cities WHERE id = ${data.cityID}`.execute(trx);
    if (rows.length === 0) errors["data.cityID"] = ["Выберите город из списка"];
  }
  if (
    data.side === "account" &&
    (data.workmanInviteID !== undefined || data.workmanRegistrationID !== undefined)
  ) {
    errors["data.side"] = ["Приглашение отправлено исполнителю. Выберите «Исполнитель»"];
  }
  const [lastName, firstName, middleName] = [
    name("lastName"),
    name("firstName"),
    name("middleName"),
  ];
  if (Object.keys(errors).length > 0 || phone === null) throw invalid(errors);
  return {
    phone,
    lastName,
    firstName,
    middleName: middleName || null,
    email,
    inn,
    cityId: data.cityID ?? null,
    taxpayerType,
    citizenship,
  };
}

/**
 * 10 digits of a company, 12 of a person.
 *
 * @param refuse - throws or collects errors.
 */
export function readInn(
  text: string,
  side: Side,
  field: string,
  refuse: (errors: FieldErrors) => AppError | void,
): string {
  const inn = text.replace(/\s/g, "");
  const problem =
    side === "account" && inn.length !== 12 ? companyInnFinding(inn) : personInnFinding(inn);
  if (problem === null) return inn;
  const digits =
    side === "account"
      ? "ИНН компании — 10 цифр, предпринимателя — 12"
      : "ИНН исполнителя — 12 цифр";
  const refusal = refuse({
    [field]: [problem === "length" ? digits : "Неверная контрольная сумма ИНН. Проверьте цифры"],
  });
  if (refusal) throw refusal;
  return inn;
}
