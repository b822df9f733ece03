import type { Account } from "#contract/accounts/account.ts";

/** "" for 12 digits: a person's ИНН is private. */
export function companyInn({ inn }: Pick<Account, "inn">): string {
  return inn.length === 10 ? inn : "";
}
