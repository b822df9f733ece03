import { sql, type Kysely } from "kysely";
import type { TObject, TSchema } from "typebox";
import { isMultipart, type Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { Schema } from "#server/data/generated/schema.ts";

/** Without a column: never this owner's. */
interface Subject {
  readonly table: string;
  readonly account?: string;
  readonly workman?: string;
  readonly person?: string;
  /** By default `id`. */
  readonly id?: string;
  readonly where?: string;
}

const both = (table: string, where?: string): Subject => ({
  table,
  account: "account_id",
  workman: "workman_id",
  ...(where ? { where } : {}),
});
const ofAccount = (table: string, where?: string): Subject => ({
  table,
  account: "account_id",
  ...(where ? { where } : {}),
});
const ofWorkman = (table: string): Subject => ({ table, workman: "workman_id" });

/** Each needs a record in both accounts or of two workers. */
const SUBJECTS = {
  account: { table: "accounts", account: "id" },
  "account-user": ofAccount("account_users"),
  person: { table: "account_users", account: "account_id", id: "person_id" },
  project: ofAccount("projects"),
  "job-tag": ofAccount("job_tags"),
  employee: both("employments"),
  "blacklist-entry": ofAccount("blacklist_entries"),
  "workman-document": ofWorkman("workman_documents"),
  "tax-reference": ofWorkman("tax_references"),
  card: ofWorkman("workman_cards"),
  withdrawal: ofWorkman("withdrawals"),
  job: both("jobs"),
  "job-invite": both("job_invites"),
  "job-offer": both("job_offers"),
  "job-offer-file": both("job_offer_files"),
  "job-document": both("job_documents"),
  "document-template": ofAccount("document_templates"),
  edocument: both("job_documents"),
  "account-review": { table: "account_reviews", workman: "workman_id" },
  "workman-review": ofAccount("workman_reviews"),
  // The reviewed side answers.
  "review-of-account": { table: "account_reviews", account: "account_id" },
  "review-of-workman": { table: "workman_reviews", workman: "workman_id" },
  invoice: ofAccount("invoices"),
  "incoming-payment": {
    table: "incoming_payments",
    account: "guessed_account_id",
    where: "guessed_account_id IS NOT NULL",
  },
  payout: both("payouts"),
  // Entry, line and part in one number. The first line of a hold is the customer's.
  transaction: {
    table: "ledger_entries",
    account: "account_id",
    id: "id * 16384 + 2",
    where: "event_type = 'HOLD'",
  },
  receipt: { table: "receipts", account: "account_id", workman: "workman_id", id: "payout_id" },
  "payroll-registry": ofAccount("registries", "kind = 'payroll'"),
  "job-registry": ofAccount("registries", "kind = 'job'"),
  "workman-registry": ofAccount("registries", "kind = 'workman'"),
  "workman-registration-registry": ofAccount("registries", "kind = 'workman-registration'"),
  "payroll-item": ofAccount(
    "registry_items",
    "registry_id IN (SELECT id FROM registries WHERE kind = 'payroll')",
  ),
  "job-item": ofAccount(
    "registry_items",
    "registry_id IN (SELECT id FROM registries WHERE kind = 'job')",
  ),
  "workman-item": ofAccount(
    "registry_items",
    "registry_id IN (SELECT id FROM registries WHERE kind = 'workman')",
  ),
  "workman-registration-item": ofAccount(
    "registry_items",
    "registry_id IN (SELECT id FROM registries WHERE kind = 'workman-registration')",
  ),
  "arbitrate-export": ofAccount("mass_arbitrate_exports"),
  "arbitrate-import": ofAccount("mass_arbitrate_imports"),
  export: ofAccount("exports"),
  "export-schedule": ofAccount("export_schedules"),
  "api-key": ofAccount("api_keys"),
  webhook: ofAccount("webhooks"),
  "webhook-delivery": ofAccount("webhook_deliveries"),
  notice: { table: "notices", person: "person_id" },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof SUBJECTS;

/** Common or visible to everybody. */
const EVERYBODYS = "everybody's";

/** For every call. */
const BY_FIELD: Readonly<Record<string, SubjectName | typeof EVERYBODYS>> = {
  cityID: EVERYBODYS, serviceID: EVERYBODYS, serviceIDs: EVERYBODYS, serviceGroupID: EVERYBODYS, groupID: EVERYBODYS, reasonID: EVERYBODYS, reasonIDs: EVERYBODYS,
  roleID: EVERYBODYS, roleIDs: EVERYBODYS, taxpayerTypeID: EVERYBODYS, taxPayerID: EVERYBODYS, citizenshipID: EVERYBODYS, regionID: EVERYBODYS, payoutKindID: EVERYBODYS, stateID: EVERYBODYS, key: EVERYBODYS, step: EVERYBODYS,
  // Workers and companies are public; an account knows «employees».
  workmanID: EVERYBODYS, workmanIDs: EVERYBODYS,
  // 128 random bits, and only of its own person.
  readingID: EVERYBODYS,
  projectID: "project", projectIDs: "project", jobTagsIDs: "job-tag", jobID: "job", jobIDs: "job", jobOfferID: "job-offer", jobOfferIDs: "job-offer",
  accountEmployeeIDs: "employee", accountUserID: "account-user", codeUserID: "account-user", userID: "person", documentIDs: "job-document", templateID: "document-template", cardID: "card", invoiceID: "invoice", importID: "arbitrate-import", notificationIDs: "notice",
}; // prettier-ignore

/** Where the field's name is not enough. */
const BY_CALL: Readonly<Record<string, SubjectName | typeof EVERYBODYS>> = {
  "auth.switchAccount accountID": "account",
  "auth.invitedByRegistry id": EVERYBODYS, // 128 random bits of the invitation
  "auth.invitedToJob id": EVERYBODYS,
  // binds the code only; the action looks the record up
  "auth.sendVerificationCode objectID": EVERYBODYS,
  "accounts.companyName id": EVERYBODYS,
  "accounts.exampleOfYearlyContract id": EVERYBODYS,
  "accounts.info accountID": EVERYBODYS,
  "reference-data.servicesByAccount accountID": EVERYBODYS,
  "jobs.byAccountList accountID": EVERYBODYS,
  "jobs.intersectionByAccountList accountID": EVERYBODYS,
  "job-documents.list accountID": EVERYBODYS,
  "payouts.list accountID": EVERYBODYS, // narrows one's own payments
  "payouts.incomeFile accountID": EVERYBODYS,
  "reviews.accountList accountID": EVERYBODYS,
  "jobs.info jobID": EVERYBODYS, // published jobs are public
  "workmen.createFromRegistry workmanRegistrationID": EVERYBODYS,
  "workman-taxes.check id": EVERYBODYS,
  "edocuments.rejectByRecipient id": "edocument",
  "complaints.create subjectID": EVERYBODYS, // what public pages show
  "reviews.accountReply id": "review-of-account",
  "reviews.workmanReply id": "review-of-workman",
  "reviews.accountUpdate reviewID": "account-review",
  "reviews.accountDelete reviewID": "account-review",
  "reviews.workmanUpdate reviewID": "workman-review",
  "reviews.workmanDelete reviewID": "workman-review",
  "jobs.createdList registryID": "job-registry",
  "transactions.list registryID": "payroll-registry",
  "payouts.list registryID": "payroll-registry",
  "payouts.incomeFile registryID": "payroll-registry",
  "receipts.list registryID": "payroll-registry",
  "payroll-registries.compare withID": "payroll-registry",
  "workman-registries.invitedList registryID": "workman-registry",
  "workman-registries.cancelInvitations registryID": "workman-registry",
  "workman-registries.cancelInvitations itemIDs": "workman-item",
  "workman-registries.resendInvitations registryID": "workman-registry",
  "workman-registries.resendInvitations itemIDs": "workman-item",
  "payroll-registries.pasteRows itemIDs": "payroll-item",
  "payroll-registries.takeOut itemIDs": "payroll-item",
  "job-registries.pasteRows itemIDs": "job-item",
  "workman-registries.pasteRows itemIDs": "workman-item",
  "workman-registration-registries.pasteRows itemIDs": "workman-registration-item",
  "audit-log.list objectID": EVERYBODYS, // narrows the account's own log
};

/** By the words before `{id}`. */
const BY_PATH: readonly (readonly [RegExp, SubjectName])[] = [
  [/account\/users\/$/, "account-user"],
  [/me\/account-invitations\/$/, "account-user"],
  [/projects\/$/, "project"],
  [/job-tags\/$/, "job-tag"],
  [/employees\/(confirm-invite\/)?$/, "employee"],
  [/black-list\/$/, "blacklist-entry"],
  [/workman\/documents\/$/, "workman-document"],
  [/workman\/references\/$/, "tax-reference"],
  [/binded-cards\/$/, "card"],
  [/withdrawals\/$/, "withdrawal"],
  [/job-invites\/$/, "job-invite"],
  [/job-offers\/$/, "job-offer"],
  [/job-offer-files\/$/, "job-offer-file"],
  [/v1\/jobs\/$/, "job"],
  [/job-documents\/$/, "job-document"],
  [/account-document-templates\/$/, "document-template"],
  [/^\/documents\/$/, "edocument"],
  [/invoices\/$/, "invoice"],
  [/incoming-payments\/$/, "incoming-payment"],
  [/payouts\/$/, "payout"],
  [/transaction\/$/, "transaction"],
  [/receipts\/$/, "receipt"],
  [/payroll-registries\/$/, "payroll-registry"],
  [/payroll-registry-items\/$/, "payroll-item"],
  [/job-registries\/$|job\/registries\/$/, "job-registry"],
  [/\/job-registry-items\/$/, "job-item"],
  [/workman-registration-registries\/$|workman\/registries\/$/, "workman-registration-registry"],
  [/workman-registration-registry-items\/$/, "workman-registration-item"],
  [/workman-registries\/$|workman-registry\/$/, "workman-registry"],
  [/workman-registry-items\/$/, "workman-item"],
  [/mass-arbitrate\/export\/$/, "arbitrate-export"],
  [/mass-arbitrate\/import\/$/, "arbitrate-import"],
  [/universal-exports\/$/, "export"],
  [/export-schedules\/$/, "export-schedule"],
  [/webhooks\/$/, "webhook"],
  [/webhook-deliveries\/$/, "webhook-delivery"],
  [/api-keys\/$/, "api-key"],
  [/notifications\/$/, "notice"],
];

export interface RecordField {
  readonly part: "params" | "query" | "body" | "form";
  readonly name: string;
  readonly isList: boolean;
  readonly subject: SubjectName | typeof EVERYBODYS;
}

/** @throws Error for an unknown field: a new call must say whose records it names. */
export function recordFieldsOf(endpoint: Endpoint): RecordField[] {
  const fieldsOf = (part: RecordField["part"], schema: TSchema | undefined) =>
    Object.entries((schema as TObject | undefined)?.properties ?? {})
      .filter(([name]) => part === "params" || /^id$|ID$|IDs$/.test(name))
      .map(([name, inner]) => ({
        part,
        name,
        isList: (inner as { type?: string }).type === "array",
        subject: subjectOf(endpoint, part, name),
      }));
  return [
    ...fieldsOf("params", endpoint.params),
    ...fieldsOf("query", endpoint.query),
    ...(isMultipart(endpoint.body)
      ? fieldsOf("form", endpoint.body.fields)
      : fieldsOf("body", endpoint.body)),
  ];
}

function subjectOf(
  endpoint: Endpoint,
  part: RecordField["part"],
  name: string,
): RecordField["subject"] {
  const before =
    part === "params" ? endpoint.path.slice(0, endpoint.path.indexOf(`{${name}}`)) : "";
  const found =
    BY_CALL[`${endpoint.id} ${name}`] ??
    BY_FIELD[name] ??
    (part === "params" ? BY_PATH.find(([like]) => like.test(before))?.[1] : undefined);
  if (!found)
    throw new Error(`${endpoint.id}: say in tests/support/record-subjects.ts what «${name}» names`);
  return found;
}

export interface Owner {
  readonly accountId: number | null;
  readonly workmanId: number | null;
  readonly personId: number;
}

/** `null`: none in the demonstration. */
export async function recordsFor(
  db: Kysely<Schema>,
  name: SubjectName,
  owner: Owner,
): Promise<{ own: number | null; foreign: number | null }> {
  const subject: Subject = SUBJECTS[name];
  const { rows: known } = await sql<{
    known: boolean;
  }>`SELECT to_regclass(${subject.table}) IS NOT NULL AS known`.execute(db);
  if (!known[0]?.known) return { own: null, foreign: null };
  const [column, value] =
    owner.accountId !== null && subject.account ? [subject.account, owner.accountId]
    : owner.workmanId !== null && subject.workman ? [subject.workman, owner.workmanId]
    : subject.person ? [subject.person, owner.personId]
    : [null, null]; // prettier-ignore
  const id = sql.raw(subject.id ?? "id");
  const where = sql.raw(subject.where ?? "true");
  const first = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{
      id: number | bigint;
    }>`
      SELECT ${id} AS id
      FROM ${sql.table(subject.table)}
      WHERE ${where} AND ${condition}
      ORDER BY 1
      LIMIT 1`.execute(db);
    return rows[0] ? Number(rows[0].id) : null;
  };
  if (column === null) return { own: null, foreign: await first(sql`true`) };
  return {
    own: await first(sql`${sql.ref(column)} = ${value}`),
    foreign: await first(
      sql`
        ${id} NOT IN (SELECT ${id}
          FROM ${sql.table(subject.table)}
          WHERE ${sql.ref(column)} = ${value})`,
    ),
  };
}

export function isEverybodys(field: RecordField): boolean {
  return field.subject === EVERYBODYS;
}
