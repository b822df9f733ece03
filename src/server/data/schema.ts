// Written by generate-schema.ts from the migrated database; run `npm run db:schema` after a new
// migration.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type Json = ColumnType<unknown, string | null, string | null>;

export interface AccountReviewsTable {
  account_id: number;
  id: Generated<number>;
  workman_id: number;
  job_id: bigint;
  score: number;
  text: string;
  state: Generated<string>;
  reject_reason: string | null;
  reject_comment: string | null;
  created_at: Date;
  reply: string | null;
  reply_state: string | null;
  reply_reject_reason: string | null;
  reply_reject_comment: string | null;
  replied_at: Date | null;
}

export interface AccountUsersTable {
  account_id: number;
  id: Generated<number>;
  person_id: number | null;
  role: string;
  state: Generated<string>;
  project_ids: number[] | null;
  created_at: Generated<Date>;
  email: string | null;
  invited_phone: string | null;
  invited_name: string | null;
  invited_by: number | null;
}

export interface AccountsTable {
  id: Generated<number>;
  state: Generated<string>;
  legal_form: string;
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  short_name: string;
  full_name: string;
  legal_address: Generated<string>;
  email: string | null;
  phone: string | null;
  about: Generated<string>;
  city_id: number | null;
  commission_ppm: Generated<number>;
  payout_undo_seconds: Generated<number>;
  trusted: Generated<boolean>;
  contract_number: string | null;
  contract_date: string | null;
  reject_comment: string | null;
  created_at: Generated<Date>;
  post_address: string | null;
  director_name: string | null;
  director_position: string | null;
  bank_name: string | null;
  bank_bik: string | null;
  cor_account_number: string | null;
  account_number: string | null;
  reviews_count: Generated<number>;
  score_sum: Generated<number>;
  rating: Generated<number | null>;
  act_auto_sign_hours: Generated<number | null>;
  result_auto_accept_days: number | null;
  project_manager_accept_limit_kopecks: bigint | null;
  default_receipt_text: string | null;
  notice_email: string | null;
}

export interface ApiKeysTable {
  account_id: number;
  id: Generated<number>;
  title: string;
  role: string;
  digest: Buffer;
  hint: string;
  ips: Generated<string[]>;
  expires_at: Date | null;
  created_by: number;
  created_at: Date;
  last_used_at: Date | null;
  last_ip: string | null;
  revoked_at: Date | null;
  is_sandbox: Generated<boolean>;
}

export interface ApprovalRulesTable {
  account_id: number;
  amount_from_kopecks: bigint;
  approvers_count: number;
  roles: string[];
}

export interface AuditHeadsTable {
  account_id: number;
  last_id: bigint;
  last_hash: Buffer;
}

export interface AuditLogTable {
  account_id: number;
  id: bigint;
  at: Date;
  event: string;
  actor: Json;
  object: Json;
  before: Json;
  after: Json;
  reason: string | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  hash_prev: Buffer;
  hash: Buffer;
}

export interface BankReturnCursorTable {
  only_one: Generated<boolean>;
  position: string | null;
}

export interface BankReturnsTable {
  order_id: string;
  reason: string;
  returned_at: Date;
  heard_at: Date;
  settled_at: Date | null;
}

export interface BanksTable {
  bik: string;
  name: string;
  cor_account_number: string;
}

export interface BlacklistEntriesTable {
  account_id: number;
  id: Generated<number>;
  inn: string | null;
  phone: string | null;
  full_name: string | null;
  reason: string;
  comment: string | null;
  until: string | null;
  created_at: Generated<Date>;
  created_by: number | null;
  workman_id: number | null;
}

export interface BlacklistRemovalsTable {
  account_id: number;
  id: number;
  inn: string | null;
  phone: string | null;
  full_name: string | null;
  reason: string;
  comment: string | null;
  until: string | null;
  created_at: Date;
  created_by: number | null;
  workman_id: number | null;
  removed_by: number;
  removed_at: Date;
}

export interface CalendarExceptionsTable {
  day: string;
  is_working: boolean;
}

export interface CardBindingsTable {
  workman_id: number;
  id: string;
  state: Generated<string>;
  created_at: Date;
  due_at: Date;
}

export interface CitiesTable {
  id: Generated<number>;
  title: string;
  region: string;
  population: Generated<number>;
  latitude: number | null;
  longitude: number | null;
}

export interface ComplaintsTable {
  id: Generated<number>;
  person_id: number;
  subject_type: string;
  subject_id: number;
  reason: string;
  comment: string | null;
  state: Generated<string>;
  created_at: Date;
  decided_at: Date | null;
  decision_comment: string | null;
}

export interface ConsentsTable {
  person_id: number;
  document: string;
  version: string;
  accepted_at: Date;
  ip: string | null;
  user_agent: string | null;
}

export interface DocumentSignaturesTable {
  account_id: number;
  document_id: bigint;
  side: string;
  method: string;
  document_title: string;
  sha256: string;
  signer_person_id: number;
  signer_name: string;
  signer_inn: string | null;
  phone_masked: string;
  code_id: bigint | null;
  code_sent_at: Date | null;
  message_id: string | null;
  signed_at: Date;
  ip: string | null;
  user_agent: string | null;
  text_shown: string;
  agreement_version: string;
}

export interface DocumentTemplatesTable {
  account_id: number;
  id: Generated<number>;
  type: string;
  title: string;
  project_id: number | null;
  version: number;
  state: string;
  reject_reason: string | null;
  problems: Generated<string[]>;
  file_id: bigint;
  blocks: Json;
  fields: string[];
  created_by: number;
  created_at: Date;
}

export interface EmploymentsTable {
  account_id: number;
  workman_id: number;
  id: Generated<number>;
  state: string;
  project_ids: number[] | null;
  since: Generated<Date>;
  comment: string | null;
  invited_phone: string | null;
}

export interface EntryAttemptsTable {
  ip: string;
  kind: string;
  at: Date;
}

export interface ExportSchedulesTable {
  account_id: number;
  id: Generated<number>;
  types: string[];
  filters: Json;
  format: string;
  created_by: number;
  role: string;
  project_ids: number[] | null;
  created_at: Date;
  next_on: string;
  ended_at: Date | null;
}

export interface ExportsTable {
  account_id: number;
  id: Generated<number>;
  kind: string;
  state: Generated<string>;
  title: string;
  types: string[];
  filters: Json;
  document_types: string[] | null;
  receipt_states: string[] | null;
  format: string;
  created_by: number;
  role: string;
  project_ids: number[] | null;
  created_at: Date;
  due_at: Date;
  attempt: Generated<number>;
  claimed_until: Date | null;
  total_rows: number | null;
  done_rows: Generated<number>;
  file_id: bigint | null;
  file_name: string | null;
  file_size_bytes: bigint | null;
  error_message: string | null;
  ready_at: Date | null;
  expires_at: Date | null;
}

export interface FilesTable {
  id: GeneratedAlways<bigint>;
  account_id: number | null;
  person_id: number;
  name: string;
  content_type: string;
  size_bytes: bigint;
  sha256: Buffer;
  storage_key: string;
  created_at: Date;
}

export interface HoldsTable {
  account_id: number;
  id: GeneratedAlways<bigint>;
  purpose: string;
  source_id: bigint;
  amount_kopecks: bigint;
  left_kopecks: bigint;
  created_at: Date;
  ended_at: Date | null;
}

export interface IdempotencyKeysTable {
  owner: string;
  key: string;
  endpoint: string;
  body_hash: Buffer;
  status: number | null;
  answer: Json;
  created_at: Date;
}

export interface IncomingPaymentsTable {
  id: Generated<bigint>;
  bank_id: string;
  account_id: number | null;
  invoice_id: bigint | null;
  bank_provider: string;
  amount_kopecks: bigint;
  payer_inn: string;
  payer_name: string;
  purpose: string;
  received_at: Date;
  taken_at: Date;
  note: string | null;
  entry_id: bigint | null;
  guessed_account_id: number | null;
  return_state: string | null;
  return_attempt: Generated<number>;
  return_due_at: Date | null;
  return_sent_at: Date | null;
  returned_at: Date | null;
  return_failure: string | null;
}

export interface InvoicesTable {
  account_id: number;
  id: Generated<bigint>;
  number: Generated<string>;
  state: string;
  bank_provider: string;
  amount_kopecks: bigint;
  paid_kopecks: Generated<bigint>;
  payment_count: Generated<number>;
  valid_until: string;
  created_by: number;
  created_at: Date;
  paid_at: Date | null;
}

export interface JobDocumentsTable {
  account_id: number;
  id: Generated<bigint>;
  type: string;
  state: string;
  number: string;
  document_date: string;
  job_id: bigint | null;
  payout_id: bigint | null;
  workman_id: number | null;
  created_at: Date;
  signed_at: Date | null;
  reject_reason: string | null;
  reject_comment: string | null;
}

export interface JobInvitesTable {
  account_id: number;
  id: Generated<bigint>;
  job_id: bigint;
  phone: string;
  first_name: string | null;
  workman_id: number | null;
  state: string;
  secret_hash: Buffer | null;
  message: string | null;
  decline_reason: string | null;
  decline_comment: string | null;
  created_by: number | null;
  created_at: Date;
  expires_at: Date;
  answered_at: Date | null;
  is_by_phone: Generated<boolean>;
  sealed_id: Buffer | null;
  message_due_at: Date | null;
  message_attempts: Generated<number>;
}

export interface JobOfferArbitrationsTable {
  account_id: number;
  id: Generated<bigint>;
  offer_id: bigint;
  state: string;
  amount_kopecks: bigint;
  new_amount_kopecks: bigint;
  reason: string;
  comment: string | null;
  decline_comment: string | null;
  opened_from: string;
  opened_by: number;
  opened_at: Date;
  answered_at: Date | null;
  answer_until: Date;
}

export interface JobOfferFilesTable {
  account_id: number;
  id: Generated<bigint>;
  offer_id: bigint;
  workman_id: number;
  message_id: bigint | null;
  file_id: bigint;
}

export interface JobOfferMessagesTable {
  account_id: number;
  id: Generated<bigint>;
  offer_id: bigint;
  side: string;
  author_id: number | null;
  text: string;
  created_at: Date;
}

export interface JobOffersTable {
  account_id: number;
  id: Generated<bigint>;
  job_id: bigint;
  workman_id: number;
  state: string;
  amount_kopecks: bigint;
  message: string | null;
  decline_reason: string | null;
  decline_comment: string | null;
  reject_reason: string | null;
  reject_comment: string | null;
  act_id: bigint | null;
  payout_id: bigint | null;
  created_at: Date;
  accepted_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  result_accepted_at: Date | null;
  hold_id: bigint | null;
  commission_kopecks: Generated<bigint>;
  finish_comment: string | null;
  ended_at: Date | null;
  account_read_id: Generated<bigint>;
  workman_read_id: Generated<bigint>;
  ended_by: string | null;
  hold_attempt: Generated<number>;
}

export interface JobTagsTable {
  account_id: number;
  id: Generated<number>;
  title: string;
}

export interface JobsTable {
  account_id: number;
  id: Generated<bigint>;
  kind: string;
  state: string;
  title: string;
  description: Generated<string>;
  service_id: number;
  project_id: number | null;
  budget_kopecks: bigint;
  workman_id: number | null;
  work_start: string | null;
  work_end: string | null;
  tags: Generated<string[]>;
  created_by: number | null;
  created_at: Date;
  pay_type: string | null;
  start_at: Date | null;
  finish_at: Date | null;
  published_at: Date | null;
  finished_at: Date | null;
  city_id: number | null;
  address: string | null;
  receipt_text: string | null;
  is_act_required: boolean | null;
  visibility: string | null;
  external_id: string | null;
  registry_id: number | null;
  reject_reason: string | null;
  reject_comment: string | null;
  cancel_reason: string | null;
  cancel_comment: string | null;
  registry_row_no: number | null;
}

export interface LedgerAccountKindsTable {
  code: string;
  side: number;
  may_be_negative: boolean;
  title: string;
}

export interface LedgerAccountsTable {
  id: GeneratedAlways<bigint>;
  code: string;
  account_id: Generated<number>;
  workman_id: Generated<number>;
  period: Generated<string>;
  may_be_negative: boolean;
  balance_kopecks: Generated<bigint>;
}

export interface LedgerEntriesTable {
  id: GeneratedAlways<bigint>;
  account_id: number | null;
  event_type: string;
  source_type: string;
  source_id: bigint;
  attempt: Generated<number>;
  reverses_id: bigint | null;
  at: Date;
  business_date: string;
  made_by: Generated<string>;
}

export interface MassArbitrateExportsTable {
  account_id: number;
  id: Generated<number>;
  state: Generated<string>;
  title: string;
  filters: Json;
  format: string;
  created_by: number;
  role: string;
  project_ids: number[] | null;
  created_at: Date;
  due_at: Date;
  attempt: Generated<number>;
  claimed_until: Date | null;
  rows_count: number | null;
  file_id: bigint | null;
  file_name: string | null;
  error_message: string | null;
  ready_at: Date | null;
  expires_at: Date | null;
}

export interface MassArbitrateImportsTable {
  account_id: number;
  id: Generated<number>;
  number: number;
  state: string;
  version: Generated<number>;
  file_name: string;
  file_id: bigint | null;
  file_sha256: Buffer;
  project_ids: number[] | null;
  created_by: number;
  created_at: Date;
  checked_at: Date | null;
  file_warnings: Generated<string[]>;
  error_message: string | null;
  row_count: Generated<number>;
  ready_count: Generated<number>;
  error_count: Generated<number>;
  warning_count: Generated<number>;
  skipped_count: Generated<number>;
  applied_count: Generated<number>;
  failed_count: Generated<number>;
  before_kopecks: Generated<bigint>;
  after_kopecks: Generated<bigint>;
  needed_kopecks: Generated<bigint>;
  released_kopecks: Generated<bigint>;
  executed_by: number | null;
  confirmed_at: Date | null;
  finished_at: Date | null;
  claimed_until: Date | null;
}

export interface MassArbitrateItemsTable {
  account_id: number;
  import_id: number;
  row_no: number;
  id: Generated<bigint>;
  file_line: number;
  cells: Json;
  state: string;
  issues: Json;
  error_count: Generated<number>;
  warning_count: Generated<number>;
  offer_id: bigint | null;
  amount_kopecks: bigint | null;
  new_amount_kopecks: bigint | null;
  change_kopecks: bigint | null;
  reason: string | null;
  comment: string | null;
  seen_version: string | null;
  result: string | null;
  arbitration_id: bigint | null;
}

export interface NoticeBatchesTable {
  id: GeneratedAlways<bigint>;
  type: string;
  person_ids: number[];
  notice_ids: bigint[];
  created_at: Date;
}

export interface NoticeDigestsTable {
  day: string;
  from_at: Date;
  through_person_id: Generated<number>;
  finished: Generated<boolean>;
}

export interface NoticeSettingsTable {
  person_id: number;
  channel: string;
  topic: string;
  mode: string;
}

export interface NoticesTable {
  person_id: number;
  id: GeneratedAlways<bigint>;
  account_id: number | null;
  type: string;
  resource: Json;
  created_at: Date;
  read_at: Date | null;
  gathers: string | null;
}

export interface OneTimeCodesTable {
  id: GeneratedAlways<bigint>;
  phone: string;
  operation: string;
  code_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  wrong_tries: Generated<number>;
  used_at: Date | null;
  ip: string | null;
}

export interface OperationCountersTable {
  account_id: number;
  day: string;
  type: string;
  line_count: bigint;
  sum_kopecks: bigint;
}

export interface OutgoingMessagesTable {
  id: Generated<string>;
  person_id: number;
  channel: string;
  digest_day: string | null;
  notice_ids: bigint[];
  state: Generated<string>;
  due_at: Date;
  attempts: Generated<number>;
  error: string | null;
  created_at: Date;
  sent_at: Date | null;
  account_id: Generated<number>;
}

export interface PayoutsTable {
  account_id: number;
  id: Generated<bigint>;
  state: string;
  registry_id: number | null;
  row_no: number | null;
  hold_id: bigint;
  job_id: bigint;
  workman_id: number;
  amount_kopecks: bigint;
  commission_kopecks: bigint;
  vat_kopecks: bigint;
  kind: string;
  attempt: Generated<number>;
  failure_reason: string | null;
  due_at: Date;
  created_at: Date;
  sent_at: Date | null;
  paid_at: Date | null;
  returned_at: Date | null;
  tax_reserved_kopecks: Generated<bigint>;
  destination_mask: string | null;
  destination_holder: string | null;
  confirmed_entry_ids: Generated<bigint[]>;
}

export interface PeopleTable {
  id: Generated<number>;
  phone: string;
  name: string;
  email: string | null;
  city_id: number | null;
  state: Generated<string>;
  created_at: Generated<Date>;
  chosen_account_id: number | null;
}

export interface PicturesTable {
  id: string;
  person_id: number;
  size40: Buffer;
  size80: Buffer;
  created_at: Date;
}

export interface PlatformActsTable {
  account_id: number;
  document_id: bigint;
  period_start: string;
  period_end: string;
  amount_kopecks: bigint;
  vat_kopecks: bigint;
}

export interface PostingsTable {
  entry_id: bigint;
  line: number;
  ledger_account_id: bigint;
  amount_kopecks: bigint;
  payout_id: bigint | null;
  at: Date;
}

export interface PreferencesTable {
  person_id: number;
  key: string;
  value: string;
  changed_at: Date;
}

export interface ProjectsTable {
  account_id: number;
  id: Generated<number>;
  title: string;
  created_at: Generated<Date>;
  archived_at: Date | null;
}

export interface PublicStatusChecksTable {
  inn: string;
  asked_at: Date;
  answered_at: Date | null;
  is_registered: boolean | null;
}

export interface RatesTable {
  code: string;
  from_date: string;
  value: bigint;
}

export interface ReceiptReissuesTable {
  account_id: number;
  payout_id: bigint;
  reissue_no: number;
  state: string;
  tax_receipt_id: string;
  registered_at: Date | null;
  reversed_at: Date | null;
  reverse_reason: string | null;
  replaced_by: number;
  replaced_at: Date;
}

export interface ReceiptSweepTable {
  only_one: Generated<boolean>;
  after_workman_id: Generated<number>;
  due_at: Date;
}

export interface ReceiptsTable {
  account_id: number;
  payout_id: bigint;
  workman_id: number;
  state: string;
  amount_kopecks: bigint;
  tax_receipt_id: string | null;
  operation_at: Date;
  registered_at: Date | null;
  reversed_at: Date | null;
  reverse_reason: string | null;
  error_code: string | null;
  attempts: Generated<number>;
  reissue_no: Generated<number>;
  due_at: Date | null;
}

export interface RefreshTokensTable {
  token_hash: Buffer;
  session_id: string;
  issued_at: Date;
}

export interface RegistrationsTable {
  person_id: number;
  side: string;
  came_by: string;
  session_id: string;
  utm: Json;
  registered_at: Date;
}

export interface RegistriesTable {
  account_id: number;
  id: Generated<number>;
  kind: string;
  state: string;
  version: Generated<number>;
  number: number;
  title: string | null;
  file_name: string | null;
  file_id: bigint | null;
  file_sha256: Buffer | null;
  project_id: number | null;
  created_by: number;
  created_at: Date;
  created_on: string;
  checked_at: Date | null;
  row_count: Generated<number>;
  checked_count: Generated<number>;
  ready_count: Generated<number>;
  error_count: Generated<number>;
  warning_count: Generated<number>;
  healed_count: Generated<number>;
  workmen_count: Generated<number>;
  amount_kopecks: Generated<bigint>;
  commission_kopecks: Generated<bigint>;
  removed_rows: Generated<number[]>;
  file_columns: string[] | null;
  file_warnings: Generated<string[]>;
  error_message: string | null;
  mode: string | null;
  hold_id: bigint | null;
  executed_by: number | null;
  confirmed_at: Date | null;
  cancel_until: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  executed_row_no: Generated<number>;
  payouts_opened: Generated<boolean>;
  payout_count: Generated<number>;
  paid_count: Generated<number>;
  failed_count: Generated<number>;
  paid_kopecks: Generated<bigint>;
  claimed_until: Date | null;
  expected_rows: number | null;
  approval_round: Generated<number>;
  approval_requested_at: Date | null;
  approval_rules: Json;
  asked_start_at: Date | null;
  corrects_id: number | null;
}

export interface RegistryApprovalsTable {
  account_id: number;
  registry_id: number;
  round: number;
  person_id: number;
  role: string;
  decision: string;
  reason: string | null;
  comment: string | null;
  at: Date;
}

export interface RegistryCausesTable {
  account_id: number;
  registry_id: number;
  code: string;
  column_key: string;
  severity: string;
  row_count: number;
}

export interface RegistryItemsTable {
  account_id: number;
  registry_id: number;
  row_no: number;
  id: Generated<bigint>;
  created_on: string;
  file_line: number | null;
  cells: string[];
  state: string;
  issues: Json;
  error_count: Generated<number>;
  warning_count: Generated<number>;
  healed: string[] | null;
  external_id: string | null;
  inn: string | null;
  workman_id: number | null;
  service_id: number | null;
  project_id: number | null;
  receipt_text: string | null;
  work_start: string | null;
  work_end: string | null;
  act_date: string | null;
  amount_kopecks: bigint | null;
  commission_kopecks: bigint | null;
  payout_kind: string | null;
  tags: string[] | null;
  comment: string | null;
  phone: string | null;
  values: Json;
  sealed: Buffer | null;
  result: string | null;
}

export interface SchemaMigrationsTable {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
}

export interface ServiceGroupsTable {
  id: number;
  code: string;
  slug: string;
  title: string;
  panel_index: number;
}

export interface ServicesTable {
  id: number;
  group_id: number;
  code: string;
  slug: string;
  title: string;
  unit: string;
  default_receipt_text: string;
  risk_level: string;
  allowed_taxpayer_types: string[];
  needs_license: Generated<boolean>;
  active: Generated<boolean>;
  filter_index: number;
}

export interface SessionsTable {
  id: string;
  person_id: number;
  account_id: number | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  confirmed_at: Date;
  ip: string | null;
  user_agent: string | null;
  leaf_hash: Buffer | null;
  leaf_access: string | null;
  parent_hash: Buffer | null;
  parent_until: Date | null;
  wrote_at: Date | null;
}

export interface SetAsideItemsTable {
  task: string;
  item: string;
  tries: number;
  due_at: Date;
  problem: string;
  first_at: Date;
  content: Json;
}

export interface StatementCursorTable {
  only_one: Generated<boolean>;
  position: string | null;
  due_at: Date;
}

export interface TaxAccountInfosTable {
  workman_id: number;
  bonus_kopecks: bigint;
  unpaid_kopecks: bigint;
  debt_kopecks: bigint;
  read_at: Date;
}

export interface TaxAccrualsTable {
  workman_id: number;
  period: string;
  tax_kopecks: bigint;
  paid_kopecks: bigint;
  due_date: string;
  read_at: Date;
}

export interface TaxAuthorityMessagesTable {
  workman_id: number;
  outside_id: string;
  told_at: Date;
}

export interface TaxBindingsTable {
  workman_id: number;
  status: Generated<string>;
  request_id: string | null;
  permissions: Generated<string[]>;
  requested_at: Date | null;
  checked_at: Date | null;
  bind_due_at: Date | null;
  check_due_at: Date | null;
  unbind_due_at: Date | null;
}

export interface TaxPaymentsTable {
  workman_id: number;
  period: string;
  id: GeneratedAlways<bigint>;
  state: string;
  outcome: string | null;
  reserved_kopecks: bigint;
  requested_kopecks: Generated<bigint>;
  tax_kopecks: Generated<bigint>;
  debt_kopecks: Generated<bigint>;
  penalty_kopecks: Generated<bigint>;
  paid_kopecks: Generated<bigint>;
  uin: string | null;
  attempt: Generated<number>;
  due_at: Date | null;
  sent_at: Date | null;
}

export interface TaxReferencesTable {
  workman_id: number;
  id: Generated<number>;
  type: string;
  year: number;
  state: string;
  file_id: bigint | null;
  due_at: Date | null;
  created_at: Date;
}

export interface TaxReservesTable {
  account_id: number;
  payout_id: bigint;
  workman_id: number;
  period: string;
  amount_kopecks: bigint;
  deduction_kopecks: bigint;
  state: Generated<string>;
}

export interface TaxServiceMessagesTable {
  kind: string;
  key: string;
  message_id: string;
  inn: string | null;
  amount_kopecks: bigint | null;
  operation_at: Date | null;
  sent_at: Date;
}

export interface TaxSweepsTable {
  name: string;
  after_workman_id: Generated<number>;
  since: Date;
  due_at: Date;
}

export interface TechnicalNoticesTable {
  id: Generated<number>;
  type: string;
  period_start: Date;
  period_end: Date;
}

export interface TemplatedDocumentsTable {
  account_id: number;
  document_id: bigint;
  template_id: number;
  field_values: Json;
}

export interface WebhookDeliveriesTable {
  account_id: number;
  id: Generated<bigint>;
  webhook_id: number;
  event: string;
  data: string;
  state: Generated<string>;
  attempts: Generated<number>;
  due_at: Date;
  until: Date;
  created_at: Date;
  answered_at: Date | null;
  status: number | null;
  problem: string | null;
}

export interface WebhooksTable {
  account_id: number;
  id: Generated<number>;
  url: string;
  events: string[];
  secret: Buffer;
  created_by: number;
  created_at: Date;
  is_active: Generated<boolean>;
}

export interface WithdrawalsTable {
  workman_id: number;
  id: GeneratedAlways<bigint>;
  card_id: number;
  state: string;
  amount_kopecks: bigint;
  fee_kopecks: bigint;
  failure_reason: string | null;
  due_at: Date;
  created_at: Date;
  sent_at: Date | null;
  paid_at: Date | null;
  returned_at: Date | null;
}

export interface WorkmanCardsTable {
  workman_id: number;
  id: Generated<number>;
  token: string;
  pan_mask: string;
  status: Generated<string>;
  bound_at: Generated<Date>;
  chosen_at: Date | null;
  check_at: Generated<Date>;
}

export interface WorkmanDocumentsTable {
  workman_id: number;
  id: Generated<number>;
  type: string;
  state: string;
  file_id: bigint | null;
  expire_date: string | null;
  created_at: Generated<Date>;
  reminded_days: number | null;
  sealed_number: Buffer | null;
  reject_reason: string | null;
  reject_comment: string | null;
}

export interface WorkmanLeadsTable {
  id: GeneratedAlways<bigint>;
  phone: string;
  first_name: string | null;
  city_id: number | null;
  comment: string | null;
  created_on: string;
  created_at: Date;
  message_due_at: Date | null;
  message_attempts: Generated<number>;
  sent_at: Date | null;
}

export interface WorkmanPaymentAccountsTable {
  workman_id: number;
  bank_bik: string;
  bank_name: string | null;
  cor_account_number: string | null;
  sealed_account_number: Buffer;
  account_mask: string;
  confirmed_at: Date | null;
}

export interface WorkmanQuestionnairesTable {
  workman_id: number;
  saved_steps: Generated<string[]>;
  is_self_employed: boolean | null;
  attempt: Generated<number>;
  status_since: Date | null;
  due_at: Date | null;
  bank_faults: Generated<number>;
  tax_request_id: string | null;
  is_identified: Generated<boolean>;
  message: string | null;
  error: string | null;
}

export interface WorkmanRegistrationsTable {
  account_id: number;
  id: Generated<number>;
  registry_id: number | null;
  row_no: number | null;
  secret_hash: Buffer;
  phone: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  middle_name: string | null;
  inn: string | null;
  email: string | null;
  taxpayer_type: Generated<string>;
  citizenship: Generated<string>;
  birth_date: string | null;
  project_ids: number[] | null;
  created_at: Date;
  expires_at: Date;
  workman_id: number | null;
  used_at: Date | null;
  canceled_at: Date | null;
  sealed_id: Buffer | null;
  message_due_at: Date | null;
  message_attempts: Generated<number>;
  sent_at: Date | null;
  not_sent_at: Date | null;
  opened_at: Date | null;
  sealed: Buffer | null;
  created_by: number | null;
  tags: string[] | null;
  comment: string | null;
}

export interface WorkmanReviewsTable {
  account_id: number;
  id: Generated<number>;
  workman_id: number;
  job_id: bigint;
  score: number;
  text: string;
  state: Generated<string>;
  reject_reason: string | null;
  reject_comment: string | null;
  created_by: number | null;
  created_at: Date;
  reply: string | null;
  reply_state: string | null;
  reply_reject_reason: string | null;
  reply_reject_comment: string | null;
  replied_at: Date | null;
}

export interface WorkmanServicesTable {
  workman_id: number;
  service_id: number;
  price_kopecks: bigint | null;
}

export interface WorkmenTable {
  id: Generated<number>;
  person_id: number;
  state: Generated<string>;
  registration_status: Generated<string>;
  registration_step: string | null;
  smz_state: Generated<string>;
  taxpayer_type: Generated<string>;
  inn: string | null;
  last_name: Generated<string>;
  first_name: Generated<string>;
  middle_name: string | null;
  citizenship: Generated<string>;
  birth_date: string | null;
  city_id: number | null;
  about: Generated<string>;
  bound_at: Date | null;
  payout_kind: string | null;
  sealed_profile: Buffer | null;
  error: string | null;
  created_at: Generated<Date>;
  reviews_count: Generated<number>;
  score_sum: Generated<number>;
  rating: Generated<number | null>;
  tax_payer: Generated<string>;
  partial_tax_allowed: Generated<boolean>;
}

/** The tables of the product, for Kysely. */
export interface Schema {
  account_reviews: AccountReviewsTable;
  account_users: AccountUsersTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  approval_rules: ApprovalRulesTable;
  audit_heads: AuditHeadsTable;
  audit_log: AuditLogTable;
  bank_return_cursor: BankReturnCursorTable;
  bank_returns: BankReturnsTable;
  banks: BanksTable;
  blacklist_entries: BlacklistEntriesTable;
  blacklist_removals: BlacklistRemovalsTable;
  calendar_exceptions: CalendarExceptionsTable;
  card_bindings: CardBindingsTable;
  cities: CitiesTable;
  complaints: ComplaintsTable;
  consents: ConsentsTable;
  document_signatures: DocumentSignaturesTable;
  document_templates: DocumentTemplatesTable;
  employments: EmploymentsTable;
  entry_attempts: EntryAttemptsTable;
  export_schedules: ExportSchedulesTable;
  exports: ExportsTable;
  files: FilesTable;
  holds: HoldsTable;
  idempotency_keys: IdempotencyKeysTable;
  incoming_payments: IncomingPaymentsTable;
  invoices: InvoicesTable;
  job_documents: JobDocumentsTable;
  job_invites: JobInvitesTable;
  job_offer_arbitrations: JobOfferArbitrationsTable;
  job_offer_files: JobOfferFilesTable;
  job_offer_messages: JobOfferMessagesTable;
  job_offers: JobOffersTable;
  job_tags: JobTagsTable;
  jobs: JobsTable;
  ledger_account_kinds: LedgerAccountKindsTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_entries: LedgerEntriesTable;
  mass_arbitrate_exports: MassArbitrateExportsTable;
  mass_arbitrate_imports: MassArbitrateImportsTable;
  mass_arbitrate_items: MassArbitrateItemsTable;
  notice_batches: NoticeBatchesTable;
  notice_digests: NoticeDigestsTable;
  notice_settings: NoticeSettingsTable;
  notices: NoticesTable;
  one_time_codes: OneTimeCodesTable;
  operation_counters: OperationCountersTable;
  outgoing_messages: OutgoingMessagesTable;
  payouts: PayoutsTable;
  people: PeopleTable;
  pictures: PicturesTable;
  platform_acts: PlatformActsTable;
  postings: PostingsTable;
  preferences: PreferencesTable;
  projects: ProjectsTable;
  public_status_checks: PublicStatusChecksTable;
  rates: RatesTable;
  receipt_reissues: ReceiptReissuesTable;
  receipt_sweep: ReceiptSweepTable;
  receipts: ReceiptsTable;
  refresh_tokens: RefreshTokensTable;
  registrations: RegistrationsTable;
  registries: RegistriesTable;
  registry_approvals: RegistryApprovalsTable;
  registry_causes: RegistryCausesTable;
  registry_items: RegistryItemsTable;
  schema_migrations: SchemaMigrationsTable;
  service_groups: ServiceGroupsTable;
  services: ServicesTable;
  sessions: SessionsTable;
  set_aside_items: SetAsideItemsTable;
  statement_cursor: StatementCursorTable;
  tax_account_infos: TaxAccountInfosTable;
  tax_accruals: TaxAccrualsTable;
  tax_authority_messages: TaxAuthorityMessagesTable;
  tax_bindings: TaxBindingsTable;
  tax_payments: TaxPaymentsTable;
  tax_references: TaxReferencesTable;
  tax_reserves: TaxReservesTable;
  tax_service_messages: TaxServiceMessagesTable;
  tax_sweeps: TaxSweepsTable;
  technical_notices: TechnicalNoticesTable;
  templated_documents: TemplatedDocumentsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  withdrawals: WithdrawalsTable;
  workman_cards: WorkmanCardsTable;
  workman_documents: WorkmanDocumentsTable;
  workman_leads: WorkmanLeadsTable;
  workman_payment_accounts: WorkmanPaymentAccountsTable;
  workman_questionnaires: WorkmanQuestionnairesTable;
  workman_registrations: WorkmanRegistrationsTable;
  workman_reviews: WorkmanReviewsTable;
  workman_services: WorkmanServicesTable;
  workmen: WorkmenTable;
}
