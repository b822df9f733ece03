import { accountUserEndpoints } from "./account-users/account-user-endpoints.ts";
import { accountEndpoints } from "./accounts/account-endpoints.ts";
import { authEndpoints } from "./auth/auth-endpoints.ts";
import { edocumentEndpoints } from "./edocuments/edocument-endpoints.ts";
import { employeeEndpoints } from "./employees/employee-endpoints.ts";
import type { Endpoint } from "./http/define-endpoints.ts";
import { jobDocumentEndpoints } from "./job-documents/job-document-endpoints.ts";
import { mobileAppEndpoints } from "./mobile-app/mobile-app-endpoints.ts";
import { noticeEndpoints } from "./notices/notice-endpoints.ts";
import { projectEndpoints } from "./projects/project-endpoints.ts";
import { referenceDataEndpoints } from "./reference-data/reference-data-endpoints.ts";
import { jobRegistryEndpoints } from "./registries/job-registry-endpoints.ts";
import { payrollRegistryEndpoints } from "./registries/payroll-registry-endpoints.ts";
import { workmanRegistrationRegistryEndpoints, workmanRegistryEndpoints } from "./registries/workman-registry-endpoints.ts";
import { technicalNoticeEndpoints } from "./technical-notices/technical-notice-endpoints.ts";
import { transactionEndpoints } from "./transactions/transaction-endpoints.ts";

const NOUNS: readonly Readonly<Record<string, Endpoint>>[] = [
  authEndpoints,
  accountEndpoints,
  accountUserEndpoints,
  projectEndpoints,
  employeeEndpoints,
  referenceDataEndpoints,
  jobDocumentEndpoints,
  edocumentEndpoints,
  transactionEndpoints,
  payrollRegistryEndpoints,
  jobRegistryEndpoints,
  workmanRegistryEndpoints,
  workmanRegistrationRegistryEndpoints,
  noticeEndpoints,
  technicalNoticeEndpoints,
  mobileAppEndpoints,
];

/** Every call of the product: the server registers them, OpenAPI and the coverage tests read them. Nothing else imports all nouns. */
export const ALL_ENDPOINTS: readonly Endpoint[] = NOUNS.flatMap((noun) => Object.values(noun));
