import { ROLE_IDS } from "#contract/access/roles.ts";
import { kopecks, listOf, loadCsv, oneOf, text } from "#server/files/load-csv.ts";

const CUSTOMER = oneOf(["warehouse", "cleaning"]);

const USERS = loadCsv(import.meta.url, "demo-users.csv", {
  customer: CUSTOMER,
  phone: text,
  name: text,
  role: oneOf(ROLE_IDS),
  /** Limit the person; empty for all. */
  projects: listOf(text),
});

/**
 * Two customers with their users. Phones are fixed; one person works for both, to show switching
 * accounts. Source: `architecture.md` §6.
 */
export const DEMO_ACCOUNTS = loadCsv(import.meta.url, "demo-accounts.csv", {
  customer: CUSTOMER,
  inn: text,
  kpp: text,
  ogrn: text,
  shortName: text,
  fullName: text,
  address: text,
  city: text,
  email: text,
  phone: text,
  about: text,
  directorName: text,
  directorPosition: text,
  bankName: text,
  bankBik: text,
  corAccountNumber: text,
  accountNumber: text,
  contractNumber: text,
  contractDate: text,
  openingKopecks: kopecks,
  projects: listOf(text),
  tags: listOf(text),
}).map((account) => ({
  ...account,
  users: USERS.filter(({ customer }) => customer === account.customer),
}));

export type DemoUser = (typeof USERS)[number];
export type DemoAccount = (typeof DEMO_ACCOUNTS)[number];
