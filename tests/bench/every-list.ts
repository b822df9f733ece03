/** What the lists of the bench are asked about. */
export interface Subjects {
  readonly registryId: number;
  readonly jobRegistryId: number;
  readonly workmanRegistryId: number;
  readonly registrationRegistryId: number;
  readonly jobId: number;
  readonly webhookId: number;
  readonly importId: number;
  readonly accountId: number;
  readonly workmanId: number;
}

/** `guest`: without a token. */
export type Asking = "owner" | "workman" | "guest";

interface Asked {
  readonly as: Asking;
  /** For `{id}` of the path. */
  readonly of?: keyof Subjects;
  readonly query?: Readonly<Record<string, keyof Subjects>>;
  /** As it stands, behind the query. */
  readonly asked?: string;
}

const OWNER: Asked = { as: "owner" };
const GUEST: Asked = { as: "guest" };
const WORKMAN: Asked = { as: "workman" };
const REQUIRED = "&cause=required&column=inn";
const REGISTRY: Asked = { as: "owner", of: "registryId" };

/** Every list of the contract, by the id of its endpoint; `every-list.test.ts` misses none. */
export const EVERY_LIST: Readonly<Record<string, Asked>> = {
  "payouts.list": OWNER,
  "jobs.createdList": OWNER,
  "payroll-registries.list": OWNER,
  "payroll-registries.items": REGISTRY,
  "payroll-registries.causeValues": { ...REGISTRY, asked: "&cause=amount_decimals&column=amount" },
  "receipts.list": OWNER,
  "employees.list": OWNER,
  "transactions.list": OWNER,
  "job-documents.list": OWNER,
  "job-offers.list": OWNER,
  "notices.list": OWNER,
  "notices.bellList": OWNER,
  "audit-log.list": OWNER,
  "workmen.list": GUEST,
  "workmen.employmentList": WORKMAN,
  "accounts.list": GUEST,
  "api-keys.list": OWNER,
  "webhooks.list": OWNER,
  "webhooks.deliveries": { as: "owner", of: "webhookId" },
  "account-users.list": OWNER,
  "projects.list": OWNER,
  "blacklist.list": OWNER,
  "jobs.list": GUEST,
  "jobs.hasOfferList": OWNER,
  "jobs.hasAcceptedOfferList": OWNER,
  "jobs.getInviteList": WORKMAN,
  "jobs.intersectionByWorkmanList": { as: "owner", query: { workmanID: "workmanId" } },
  "jobs.byAccountList": { as: "guest", query: { accountID: "accountId" } },
  "jobs.intersectionByAccountList": { as: "workman", query: { accountID: "accountId" } },
  "jobs.accountJobList": OWNER,
  "job-invites.listOfJob": { as: "owner", of: "jobId" },
  "job-invites.list": OWNER,
  "job-offers.acceptanceList": OWNER,
  "job-documents.actList": OWNER,
  "document-templates.list": OWNER,
  "edocuments.list": OWNER,
  "reviews.accountList": { as: "guest", query: { accountID: "accountId" } },
  "reviews.workmanList": { as: "guest", query: { workmanID: "workmanId" } },
  "invoices.list": OWNER,
  "invoices.payments": OWNER,
  "risks.receipts": OWNER,
  "risks.limits": OWNER,
  "risks.labour": OWNER,
  "risks.papers": OWNER,
  "payroll-registries.compare": REGISTRY,
  "payroll-registries.postings": REGISTRY,
  "job-registries.list": OWNER,
  "job-registries.items": { as: "owner", of: "jobRegistryId" },
  "job-registries.causeValues": { as: "owner", of: "jobRegistryId", asked: REQUIRED },
  "workman-registries.list": OWNER,
  "workman-registries.items": { as: "owner", of: "workmanRegistryId" },
  "workman-registries.causeValues": { as: "owner", of: "workmanRegistryId", asked: REQUIRED },
  "workman-registries.invitedList": OWNER,
  "workman-registration-registries.list": OWNER,
  "workman-registration-registries.items": { as: "owner", of: "registrationRegistryId" },
  "workman-registration-registries.causeValues": {
    as: "owner",
    of: "registrationRegistryId",
    asked: REQUIRED,
  },
  "mass-arbitrate.exportList": OWNER,
  "mass-arbitrate.importList": OWNER,
  "mass-arbitrate.importItems": { as: "owner", of: "importId" },
  "exports.documentList": OWNER,
  "exports.universalList": OWNER,
  "exports.receiptList": OWNER,
};
