import type { Account } from "#contract/accounts/account.ts";

/**
 * ИНН of a company has ten digits; twelve are a person's, which is nobody's business. @returns `""`
 * instead of a person's.
 */
export function companyInn({ inn }: Pick<Account, "inn">): string {
  return inn.length === 10 ? inn : "";
}
