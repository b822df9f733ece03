import type { LegalDocumentKind } from "./legal-document.ts";

/** Consents of a registration: field of its forms, and the document that is accepted. */
export const CONSENT_DOCUMENTS = {
  acceptTerms: "terms-of-use",
  acceptDataPolicy: "data-policy",
  acceptPepAgreement: "contract",
} as const satisfies Readonly<Record<string, LegalDocumentKind>>;

export const CONSENTS = ["acceptTerms", "acceptDataPolicy", "acceptPepAgreement"] as const;
export type Consent = (typeof CONSENTS)[number];
