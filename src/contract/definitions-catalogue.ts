import { Type } from "typebox";
import { PERMISSIONS } from "#contract/access/permissions.ts";
import { ROLE_IDS, ROLES } from "#contract/access/roles.ts";
import { ACCOUNT_USER_STATE } from "#contract/account-users/account-user.ts";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { VERIFICATION_ACTION } from "#contract/auth/session.ts";
import { DOCUMENT_TEMPLATE_STATE } from "#contract/document-templates/document-template-states.ts";
import { EMPLOYMENT_STATE } from "#contract/employees/employment-states.ts";
import { EXPORT_GROUP_BY, EXPORT_STATE, EXPORT_TYPE } from "#contract/exports/export-states.ts";
import { INVOICE_STATE } from "#contract/invoices/invoice-states.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
} from "#contract/job-documents/job-document-states.ts";
import { JOB_INVITE_STATE } from "#contract/jobs/job-invite-states.ts";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { JOB_VISIBILITY } from "#contract/jobs/job-visibility.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import {
  PAYROLL_ITEM_STATE,
  REGISTRY_ITEM_STATE,
} from "#contract/registries/registry-item-states.ts";
import { EXECUTION_MODE, REGISTRY_STATE } from "#contract/registries/registry-states.ts";
import { REVIEW_STATE } from "#contract/reviews/review-states.ts";
import { TECHNICAL_NOTICE_TYPE } from "#contract/technical-notices/technical-notice-types.ts";
import { TRANSACTION_TYPE } from "#contract/transactions/transaction-types.ts";
import { Definition } from "#contract/values/wire.ts";
import {
  WORKMAN_DOCUMENT_STATE,
  WORKMAN_DOCUMENT_TYPE,
} from "#contract/workman-documents/workman-document-states.ts";
import { REGISTRATION_STATUS } from "#contract/workman-registration/registration-states.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";
import { CITIZENSHIP, CITIZENSHIP_RULES } from "#contract/definitions/citizenships.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  BANK_PROVIDER,
  JOB_PAY_TYPE,
  PAYOUT_KIND,
  TAX_PAYER,
} from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import {
  citizenshipsOf,
  requiredDocumentsOf,
  TAXPAYER_TYPE,
} from "#contract/definitions/taxpayer-types.ts";
import { recordOf } from "#contract/kernel/fields.ts";

const PLAIN = {
  paymentTypes: PAYOUT_KIND,
  jobPayTypes: JOB_PAY_TYPE,
  bankProviders: BANK_PROVIDER,
  taxPayers: TAX_PAYER,
  jobVisibilities: JOB_VISIBILITY,
  jobStates: JOB_STATE,
  jobOfferStates: JOB_OFFER_STATE,
  jobInviteStates: JOB_INVITE_STATE,
  employmentStates: EMPLOYMENT_STATE,
  receiptStates: RECEIPT_STATE,
  payoutStates: PAYOUT_STATE,
  workmanStates: WORKMAN_STATE,
  smzStates: SMZ_STATE,
  registrationStatuses: REGISTRATION_STATUS,
  accountStates: ACCOUNT_STATE,
  accountUserStates: ACCOUNT_USER_STATE,
  reviewStates: REVIEW_STATE,
  invoiceStates: INVOICE_STATE,
  registryStates: REGISTRY_STATE,
  registryItemStates: REGISTRY_ITEM_STATE,
  payrollItemStates: PAYROLL_ITEM_STATE,
  executionModes: EXECUTION_MODE,
  documentTypes: WORKMAN_DOCUMENT_TYPE,
  documentStates: WORKMAN_DOCUMENT_STATE,
  jobDocumentTypes: JOB_DOCUMENT_TYPE,
  jobDocumentStates: JOB_DOCUMENT_STATE,
  documentTemplateStates: DOCUMENT_TEMPLATE_STATE,
  exportTypes: EXPORT_TYPE,
  exportGroupings: EXPORT_GROUP_BY,
  exportStates: EXPORT_STATE,
  transactionTypes: TRANSACTION_TYPE,
  technicalNoticeTypes: TECHNICAL_NOTICE_TYPE,
  verificationActions: VERIFICATION_ACTION,
} as const;

type PlainName = keyof typeof PLAIN;
const plainNames = Object.keys(PLAIN) as PlainName[];
const Definitions = Type.Array(Definition);

const TaxpayerTypeDefinition = Type.Object({
  ...Definition.properties,
  requiredDocuments: Definitions,
  citizenships: Type.Array(
    Type.Object({ ...Definition.properties, requiredDocuments: Definitions }),
  ),
});

/** Every closed list. Source: specification §3, «Definitions»; `domain.md` §2. */
export const DefinitionsCatalogue = Type.Object({
  ...(Object.fromEntries(plainNames.map((name) => [name, Definitions])) as Record<
    PlainName,
    typeof Definitions
  >),
  taxpayerTypes: Type.Array(TaxpayerTypeDefinition),
  citizenships: Type.Array(Type.Object({ ...Definition.properties, isSupported: Type.Boolean() })),
  roles: Type.Array(Type.Object({ ...Definition.properties, purpose: Type.String() })),
  permissions: Definitions,
  /** E.g. `reasons.jobCancel`. */
  reasons: recordOf(Definitions),
});
export type DefinitionsCatalogue = Type.Static<typeof DefinitionsCatalogue>;

/** Apart from reference data, because it needs the states of every noun. */
export const definitionsEndpoints = defineEndpoints("reference-data", {
  definitions: {
    base: "client",
    method: "GET",
    path: "/definitions",
    access: "public",
    summary: "Все перечисления: состояния, типы, причины",
    answer: DefinitionsCatalogue,
  },
});

/** @returns a constant: cache it by its hash. */
export function definitionsCatalogue(): DefinitionsCatalogue {
  const documents = (ids: readonly (typeof WORKMAN_DOCUMENT_TYPE.ids)[number][]) =>
    ids.map((id) => definitionFor(WORKMAN_DOCUMENT_TYPE, id));
  return {
    ...(Object.fromEntries(
      plainNames.map((name) => [name, [...PLAIN[name].definitions]]),
    ) as Record<PlainName, Definition[]>),
    taxpayerTypes: TAXPAYER_TYPE.definitions.map((type) => ({
      ...type,
      requiredDocuments: documents(["passport"]),
      citizenships: citizenshipsOf(type.id).map((id) => ({
        ...definitionFor(CITIZENSHIP, id),
        requiredDocuments: documents(requiredDocumentsOf(type.id, id)),
      })),
    })),
    citizenships: CITIZENSHIP.definitions.map((one) => ({
      ...one,
      isSupported: CITIZENSHIP_RULES[one.id].isSupported,
    })),
    roles: ROLE_IDS.map((id) => ({ id, ...ROLES[id] })),
    permissions: Object.entries(PERMISSIONS).map(([id, title]) => ({ id, title })),
    reasons: Object.fromEntries(
      Object.entries(REASONS).map(([list, reasons]) => [list, [...reasons.definitions]]),
    ),
  };
}

type Definition = Type.Static<typeof Definition>;
