import type { Account } from "#contract/accounts/account.ts";

/**
 * A company's ИНН has 10 digits. 12 digits are a person's, which is private. @returns "" for a
 * person.
 */
export function companyInn({ inn }: Pick<Account, "inn">): string {
  return inn.length === 10 ? inn : "";
}
