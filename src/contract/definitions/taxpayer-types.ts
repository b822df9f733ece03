import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import { CITIZENSHIP, CITIZENSHIP_RULES, type Citizenship } from "./citizenships.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Source: `domain.md` §2.2; SMZ: the specification. */
export const TAXPAYER_TYPE = defineEnumeration({
  SMZ: "Самозанятый (НПД)",
  IP: "Индивидуальный предприниматель",
  IP_SMZ: "ИП на НПД",
  INDIVIDUAL: "Физическое лицо (договор ГПХ)",
});
export type TaxpayerType = IdOf<typeof TAXPAYER_TYPE>;

/**
 * What a newcomer may choose. The platform withholds no НДФЛ, so it pays nothing to an `INDIVIDUAL`
 * (`payability.ts`); whoever is one already stays.
 */
export const OFFERED_TAXPAYER_TYPES = ["SMZ", "IP", "IP_SMZ"] as const;
type OfferedTaxpayerType = (typeof OFFERED_TAXPAYER_TYPES)[number];

export function isOfferedTaxpayerType(text: string): text is OfferedTaxpayerType {
  return OFFERED_TAXPAYER_TYPES.some((id) => id === text);
}

/** Decision: IP like the self-employed; foreigners with a patent only by ГПХ. */
export function citizenshipsOf(type: TaxpayerType): Citizenship[] {
  return CITIZENSHIP.ids.filter(
    (id) =>
      CITIZENSHIP_RULES[id].isSupported &&
      (type === "INDIVIDUAL" || CITIZENSHIP_RULES[id].allowsSmz),
  );
}

/** Empty when the type is closed to the citizenship. Source: `domain.md` §1.5. */
export function requiredDocumentsOf(
  type: TaxpayerType,
  citizenship: Citizenship,
): readonly WorkmanDocumentType[] {
  return citizenshipsOf(type).includes(citizenship)
    ? CITIZENSHIP_RULES[citizenship].requiredDocuments
    : [];
}
