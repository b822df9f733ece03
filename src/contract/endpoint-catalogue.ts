import { accountUserEndpoints } from "./account-users/account-user-endpoints.ts";
import { accountEndpoints } from "./accounts/account-endpoints.ts";
import { apiKeyEndpoints } from "./api-keys/api-key-endpoints.ts";
import { approvalEndpoints } from "./approvals/approval-endpoints.ts";
import { auditLogEndpoints } from "./audit-log/audit-log-endpoints.ts";
import { authEndpoints } from "./auth/auth-endpoints.ts";
import { blacklistEndpoints } from "./blacklist/blacklist-endpoints.ts";
import { complaintEndpoints } from "./complaints/complaint-endpoints.ts";
import { definitionsEndpoints } from "./definitions-catalogue.ts";
import { documentTemplateEndpoints } from "./document-templates/document-template-endpoints.ts";
import { edocumentEndpoints } from "./edocuments/edocument-endpoints.ts";
import { employeeEndpoints } from "./employees/employee-endpoints.ts";
import { exportEndpoints } from "./exports/export-endpoints.ts";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { invoiceEndpoints } from "./invoices/invoice-endpoints.ts";
import { jobDocumentEndpoints } from "./job-documents/job-document-endpoints.ts";
import { jobInviteEndpoints } from "./job-invites/job-invite-endpoints.ts";
import { jobOfferEndpoints } from "./job-offers/job-offer-endpoints.ts";
import { jobEndpoints } from "./jobs/job-endpoints.ts";
import { massArbitrateEndpoints } from "./mass-arbitrate/mass-arbitrate-endpoints.ts";
import { mobileAppEndpoints } from "./mobile-app/mobile-app-endpoints.ts";
import { noticeEndpoints } from "./notices/notice-endpoints.ts";
import { payoutEndpoints } from "./payouts/payout-endpoints.ts";
import { projectEndpoints } from "./projects/project-endpoints.ts";
import { receiptEndpoints } from "./receipts/receipt-endpoints.ts";
import { referenceDataEndpoints } from "./reference-data/reference-data-endpoints.ts";
import { jobRegistryEndpoints } from "./registries/job-registry-endpoints.ts";
import { payrollRegistryEndpoints } from "./registries/payroll-registry-endpoints.ts";
import {
  workmanRegistrationRegistryEndpoints,
  workmanRegistryEndpoints,
} from "./registries/workman-registry-endpoints.ts";
import { reviewEndpoints } from "./reviews/review-endpoints.ts";
import { technicalNoticeEndpoints } from "./technical-notices/technical-notice-endpoints.ts";
import { riskEndpoints } from "#contract/risks/risk-endpoints.ts";
import { transactionEndpoints } from "./transactions/transaction-endpoints.ts";
import { webhookEndpoints } from "./webhooks/webhook-endpoints.ts";
import { workmanDocumentEndpoints } from "./workman-documents/workman-document-endpoints.ts";
import { workmanRegistrationEndpoints } from "./workman-registration/workman-registration-endpoints.ts";
import { workmanTaxEndpoints } from "./workman-taxes/workman-tax-endpoints.ts";
import { destinationEndpoints } from "./destinations/destination-endpoints.ts";
import { walletEndpoints } from "./workman-wallet/wallet-endpoints.ts";
import { urgentEndpoints } from "./urgent/urgent-endpoints.ts";
import { workmanEndpoints } from "./workmen/workman-endpoints.ts";

const NOUNS: readonly Readonly<Record<string, Endpoint>>[] = [
  authEndpoints,
  accountEndpoints,
  apiKeyEndpoints,
  webhookEndpoints,
  accountUserEndpoints,
  projectEndpoints,
  employeeEndpoints,
  blacklistEndpoints,
  definitionsEndpoints,
  referenceDataEndpoints,
  urgentEndpoints,
  workmanEndpoints,
  workmanRegistrationEndpoints,
  workmanDocumentEndpoints,
  workmanTaxEndpoints,
  walletEndpoints,
  destinationEndpoints,
  jobEndpoints,
  jobInviteEndpoints,
  jobOfferEndpoints,
  jobDocumentEndpoints,
  documentTemplateEndpoints,
  edocumentEndpoints,
  reviewEndpoints,
  complaintEndpoints,
  invoiceEndpoints,
  transactionEndpoints,
  payoutEndpoints,
  receiptEndpoints,
  riskEndpoints,
  payrollRegistryEndpoints,
  jobRegistryEndpoints,
  workmanRegistryEndpoints,
  workmanRegistrationRegistryEndpoints,
  massArbitrateEndpoints,
  exportEndpoints,
  auditLogEndpoints,
  approvalEndpoints,
  noticeEndpoints,
  technicalNoticeEndpoints,
  mobileAppEndpoints,
];

/** For the server, OpenAPI and coverage tests. Nothing else imports all nouns. */
export const ALL_ENDPOINTS: readonly Endpoint[] = NOUNS.flatMap((noun) => Object.values(noun));
