import {
  anyText,
  listOf,
  loadCsv,
  oneOf,
  optional,
  text,
  wholeNumber,
} from "#server/files/load-csv.ts";

/**
 * Phones 79000000101 … 79000000113 have one situation each, 79000000201 … 79000000260 are ordinary,
 * ready to be paid. Source: `architecture.md` §6.
 */
export const DEMO_WORKMEN = loadCsv(import.meta.url, "demo-workmen.csv", {
  phone: text,
  lastName: anyText,
  firstName: anyText,
  middleName: optional(text),
  state: oneOf(["DRAFT", "MODERATION", "ACTIVE", "REJECTED", "BLOCKED"]),
  registrationStatus: oneOf(["DRAFT", "CLIENT_IN_PROCESS", "SMZ_ERROR", "COMPLETE"]),
  registrationStep: optional(text),
  smzState: oneOf(["OK", "UNKNOWN", "LIMITED", "NOACCESS", "NOTSE"]),
  taxpayerType: oneOf(["SMZ", "IP", "INDIVIDUAL"]),
  inn: optional(text),
  citizenship: oneOf(["ru", "kz"]),
  birthDate: text,
  city: text,
  payoutKind: optional(oneOf(["CARD", "PAYMENT_ACCOUNT", "SBP"])),
  services: listOf(wholeNumber),
  error: optional(text),
  about: anyText,
});

export type DemoWorkman = (typeof DEMO_WORKMEN)[number];

export function fullNameOf({ lastName, firstName, middleName }: DemoWorkman): string {
  return [lastName, firstName, middleName].filter(Boolean).join(" ");
}
