import { sql } from "kysely";
import { ACCOUNT_TRANSITIONS } from "#contract/accounts/account-states.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import { isAccountOfBank, isBic, isCorrespondentAccount } from "#contract/values/bank-details.ts";
import { isKpp } from "#contract/values/inn.ts";
import { isOgrn, isOgrnip } from "#contract/values/ogrn.ts";
import { normalizePhone, WRONG_PHONE } from "#contract/values/phone.ts";
import type { AccountUpdate } from "#contract/accounts/account.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Static } from "typebox";
import type { MyAccountRow } from "../queries.ts";

type Update = Omit<Static<typeof AccountUpdate>, "otp">;

const TEXT_COLUMNS = {
  companyDetailsName: "short_name",
  legalAddress: "legal_address",
  postAddress: "post_address",
  directorName: "director_name",
  directorPosition: "director_position",
  description: "about",
  bankName: "bank_name",
} as const satisfies Partial<Record<keyof Update, string>>;

export const REQUISITE_COLUMNS = [
  "kpp",
  "ogrn",
  "bank_name",
  "bank_bik",
  "cor_account_number",
  "account_number",
] as const satisfies readonly (keyof MyAccountRow)[];

/**
 * A rejected company returns to moderation with its first correction (`domain.md` §2.7).
 *
 * @param confirm - called before requisites change; absent for a new company.
 * @returns changes by column.
 * @throws AppError `invalid` by field.
 */
export async function updateAccount(
  trx: Trx,
  account: MyAccountRow,
  update: Update,
  confirm?: () => Promise<void>,
): Promise<Record<string, unknown>> {
  const changes = changesOf(update, account);
  if (update.cityID !== undefined) {
    const { rows } = await sql`SELECT 1 FROM cities WHERE id = ${update.cityID}`.execute(trx);
    if (rows.length === 0) throw invalid({ cityID: ["Выберите город из списка"] });
    changes["city_id"] = update.cityID;
  }
  // Forms send unchanged fields too.
  for (const column of REQUISITE_COLUMNS)
    if (column in changes && (changes[column] || null) === (account[column] || null))
      delete changes[column];
  // A checked name stays until the new one is checked.
  if ("short_name" in changes && isChecked(account)) {
    const asked = changes["short_name"];
    delete changes["short_name"];
    if (asked !== account.short_name || account.asked_name !== null)
      changes["asked_name"] = asked === account.short_name ? null : asked;
  }
  if (Object.keys(changes).length === 0) return {};
  if (REQUISITE_COLUMNS.some((column) => column in changes)) await confirm?.();
  if (
    canTransit(ACCOUNT_TRANSITIONS, "submit", account.state, "account") &&
    account.state === "REJECTED"
  ) {
    changes["state"] = "MODERATION";
    changes["reject_comment"] = null;
  }
  const assignments = Object.entries(changes).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  await sql`UPDATE accounts SET ${sql.join(assignments)} WHERE id = ${account.id}`.execute(trx);
  return changes;
}

const isChecked = ({ state }: MyAccountRow) => state !== "MODERATION" && state !== "REJECTED";

function changesOf(update: Update, account: MyAccountRow): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const [name, column] of Object.entries(TEXT_COLUMNS)) {
    const value = update[name as keyof typeof TEXT_COLUMNS];
    if (value !== undefined) changes[column] = value.trim();
  }
  if (update.shortCompanyName?.trim()) changes["short_name"] = update.shortCompanyName.trim();
  if (changes["short_name"] === "") errors["companyDetailsName"] = ["Обязательное поле"];
  if (update.email !== undefined) {
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(update.email)) changes["email"] = update.email.trim();
    else errors["email"] = ["Неверный e-mail"];
  }
  const digits = (text: string) => text.replace(/\s/g, "");
  const check = (
    name: keyof Update & string,
    column: string,
    isRight: (value: string) => boolean,
    message: string,
  ) => {
    const given = update[name];
    if (typeof given !== "string") return;
    const value = digits(given);
    if (value === "") changes[column] = null;
    else if (isRight(value)) changes[column] = value;
    else errors[name] = [message];
  };
  const bic = update.bankBik === undefined ? (account.bank_bik ?? "") : digits(update.bankBik);
  check("kpp", "kpp", isKpp, "КПП — 9 знаков");
  check(
    "ogrn",
    "ogrn",
    (value) => isOgrn(value) || isOgrnip(value),
    "Неверный ОГРН: проверьте цифры",
  );
  check("bankBik", "bank_bik", isBic, "БИК — 9 цифр, начинается с 04");
  check(
    "corAccountNumber",
    "cor_account_number",
    (value) => isCorrespondentAccount(bic, value),
    "Корреспондентский счёт не подходит к БИК",
  );
  check(
    "accountNumber",
    "account_number",
    (value) => isAccountOfBank(bic, value),
    "Расчётный счёт не подходит к БИК",
  );
  if (update.phone !== undefined) {
    const phone = normalizePhone(update.phone);
    if (phone === null) errors["phone"] = [WRONG_PHONE];
    else changes["phone"] = phone;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return changes;
}
