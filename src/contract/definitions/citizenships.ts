import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Source: `domain.md` §2.2. */
export const CITIZENSHIP = defineEnumeration({
  ru: "Россия",
  by: "Беларусь",
  kz: "Казахстан",
  am: "Армения",
  kg: "Кыргызстан",
  ua: "Украина",
  uz: "Узбекистан",
  tj: "Таджикистан",
  az: "Азербайджан",
  md: "Молдова",
  ge: "Грузия",
  tm: "Туркменистан",
  other: "Другое",
});
export type Citizenship = IdOf<typeof CITIZENSHIP>;

export interface CitizenshipRule {
  /** National classifier of countries. */
  readonly code: string;
  readonly isSupported: boolean;
  /** Self-employment, 422-ФЗ, ст. 5 ч. 3. */
  readonly allowsSmz: boolean;
  readonly requiredDocuments: readonly WorkmanDocumentType[];
}

const EAEU: readonly WorkmanDocumentType[] = [
  "passport",
  "migration_card",
  "registration_list",
  "medical_examination",
  "fingerprinting",
];
const PATENT: readonly WorkmanDocumentType[] = [...EAEU, "patent", "patent_receipt"];
const OFF = { isSupported: false, allowsSmz: false, requiredDocuments: [] } as const;

/** Source: `domain.md` §1.5. */
export const CITIZENSHIP_RULES: Readonly<Record<Citizenship, CitizenshipRule>> = {
  ru: { code: "643", isSupported: true, allowsSmz: true, requiredDocuments: ["passport"] },
  by: { code: "112", isSupported: true, allowsSmz: true, requiredDocuments: ["passport"] },
  kz: { code: "398", isSupported: true, allowsSmz: true, requiredDocuments: EAEU },
  am: { code: "051", isSupported: true, allowsSmz: true, requiredDocuments: EAEU },
  kg: { code: "417", isSupported: true, allowsSmz: true, requiredDocuments: EAEU },
  ua: {
    code: "804",
    isSupported: true,
    allowsSmz: true,
    requiredDocuments: ["passport", "registration_list", "fingerprinting", "medical_examination"],
  },
  uz: { code: "860", isSupported: true, allowsSmz: false, requiredDocuments: PATENT },
  tj: { code: "762", isSupported: true, allowsSmz: false, requiredDocuments: PATENT },
  az: { code: "031", isSupported: true, allowsSmz: false, requiredDocuments: PATENT },
  md: { code: "498", isSupported: true, allowsSmz: false, requiredDocuments: PATENT },
  ge: { code: "268", ...OFF },
  tm: { code: "795", ...OFF },
  other: { code: "", ...OFF },
};
