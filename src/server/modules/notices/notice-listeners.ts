import { sql } from "kysely";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { numberArray } from "#server/platform/number-array.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { NoticeWanted, PayoutKey, ProductEventBus } from "#server/product-events.ts";
import { listenForDocuments } from "./document-listeners.ts";
import { listenForEmployments } from "./employment-listeners.ts";
import { TOLD } from "./told.ts";

type RejectReason = keyof typeof REASONS.registryReject.titles;

/** Turns what happens in the product into notices, inside the transaction of what happened. */
export function listenForNotices(events: ProductEventBus): void {
  events.on("notice.wanted", tellOne);
  events.on("payouts.sent", (trx, { payouts, at }) => tellWorkmen(trx, "JobPayoutSent", payouts, at));
  events.on("payouts.failed", (trx, { payouts, at }) => tellWorkmen(trx, "JobPayoutReturned", payouts, at));
  events.on("receipts.annulled-by-platform", (trx, { payouts, at }) => tellWorkmen(trx, "JobReceiptReversedByPlatform", payouts, at));
  events.on("receipts.annulled-by-workman", (trx, { payouts, at }) => tellOfAnnulment(trx, payouts, at));
  events.on("registry.finished", (trx, { accountId, registryId, at }) => tellOfExecution(trx, accountId, registryId, at));
  events.on("registry.checked", (trx, { accountId, registryId, at }) => tellOfCheck(trx, accountId, registryId, at));
  events.on("registry.approval-requested", (trx, { accountId, registryId, at }) => tellApprovers(trx, accountId, registryId, at));
  events.on("registry.approved", (trx, event) => tellOfDecision(trx, "RegistryApproved", event, { startsAt: event.startsAt.toISOString() }));
  events.on("registry.approval-rejected", (trx, event) =>
    tellOfDecision(trx, "RegistryApprovalRejected", event, { rejectReason: definitionFor(REASONS.registryReject, event.reasonId as RejectReason), rejectComment: event.comment }),
  );
  listenForEmployments(events);
  listenForDocuments(events);
}

async function tellOne(trx: Trx, { personId, accountId, type, resource, at }: NoticeWanted): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at) VALUES (${personId}, ${accountId}, ${type}, ${JSON.stringify(resource)}::jsonb, ${at})
      RETURNING person_id, id, type, created_at
    ), ${TOLD}`.execute(trx);
}

/** One statement for a batch of any size: it stands on the path of registries of 100 000 rows. */
async function tellWorkmen(trx: Trx, name: "JobPayoutSent" | "JobPayoutReturned" | "JobReceiptReversedByPlatform", payouts: readonly PayoutKey[], at: Date): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, type, resource, created_at)
      SELECT w.person_id, ${NOTICE_TYPES[name].id}, jsonb_build_object('id', j.id, 'title', j.title), ${at}
      FROM unnest(${numberArray(payouts.map((one) => one.accountId))}::integer[], ${numberArray(payouts.map((one) => one.id))}::bigint[]) AS k(account_id, id)
      JOIN payouts p ON p.account_id = k.account_id AND p.id = k.id
      JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
      JOIN workmen w ON w.id = p.workman_id
      RETURNING person_id, id, type, created_at
    ), ${TOLD}`.execute(trx);
}

/** The owner and whoever paid: they may have to explain an expense without a receipt. */
async function tellOfAnnulment(trx: Trx, payouts: readonly PayoutKey[], at: Date): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, p.account_id, ${NOTICE_TYPES.JobReceiptReversedByWorkman.id}, jsonb_build_object('id', j.id, 'title', j.title), ${at}
      FROM unnest(${payouts.map((one) => one.accountId)}::integer[], ${payouts.map((one) => one.id)}::bigint[]) AS k(account_id, id)
      JOIN payouts p ON p.account_id = k.account_id AND p.id = k.id
      JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
      LEFT JOIN registries r ON r.account_id = p.account_id AND r.id = p.registry_id
      JOIN account_users u ON u.account_id = p.account_id AND u.state = 'ACTIVE' AND (u.role = 'OWNER' OR u.person_id = r.executed_by)
      RETURNING person_id, id, type, created_at
    ), ${TOLD}`.execute(trx);
}

/** Whoever started the registry, and the owner: both may start payrolls, and both answer for the money. */
async function tellOfExecution(trx: Trx, accountId: number, registryId: number, at: Date): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, r.account_id, ${NOTICE_TYPES.RegistryExecuted.id}, jsonb_build_object('registry', jsonb_build_object('id', r.id, 'number', r.number, 'kind', r.kind,
        'rowsCount', r.payout_count, 'doneCount', r.paid_count, 'failedCount', r.failed_count)), ${at}
      FROM registries r JOIN account_users u ON u.account_id = r.account_id AND u.state = 'ACTIVE' AND (u.person_id = r.executed_by OR u.role = 'OWNER')
      WHERE r.account_id = ${accountId} AND r.id = ${registryId}
      RETURNING person_id, id, type, created_at
    ), ${TOLD}`.execute(trx);
}

/** Whoever uploaded it: «done» are the rows ready to be paid, «failed» those with errors. */
async function tellOfCheck(trx: Trx, accountId: number, registryId: number, at: Date): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, r.account_id, ${NOTICE_TYPES.RegistryChecked.id}, jsonb_build_object('registry', jsonb_build_object('id', r.id, 'number', r.number, 'kind', r.kind,
        'rowsCount', r.row_count, 'doneCount', r.ready_count, 'failedCount', r.error_count)), ${at}
      FROM registries r JOIN account_users u ON u.account_id = r.account_id AND u.person_id = r.created_by AND u.state = 'ACTIVE'
      WHERE r.account_id = ${accountId} AND r.id = ${registryId}
      RETURNING person_id, id, type, created_at
    ), ${TOLD}`.execute(trx);
}

/** Whoever may approve it by the rules of the request, within reach of its project: not the author, not who asked. */
async function tellApprovers(trx: Trx, accountId: number, registryId: number, at: Date): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, r.account_id, ${NOTICE_TYPES.RegistryApprovalRequired.id}, jsonb_build_object('registry', jsonb_build_object('id', r.id, 'number', r.number, 'kind', r.kind,
        'rowsCount', r.row_count, 'doneCount', r.ready_count, 'failedCount', r.error_count)), ${at}
      FROM registries r JOIN account_users u ON u.account_id = r.account_id AND u.state = 'ACTIVE' AND u.person_id <> r.created_by AND u.person_id <> r.executed_by
      WHERE r.account_id = ${accountId} AND r.id = ${registryId} AND (u.role IN ('OWNER', 'ADMIN') OR u.project_ids IS NULL OR r.project_id = ANY (u.project_ids))
        AND EXISTS (SELECT FROM jsonb_array_elements(r.approval_rules) rule WHERE rule -> 'roleIDs' ? u.role)
      RETURNING person_id, id, type, created_at
    ), ${TOLD}`.execute(trx);
}

interface Decision {
  readonly accountId: number;
  readonly registryId: number;
  readonly to: readonly number[];
  readonly at: Date;
}

async function tellOfDecision(trx: Trx, name: "RegistryApproved" | "RegistryApprovalRejected", { accountId, registryId, to, at }: Decision, more: Record<string, unknown>): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, r.account_id, ${NOTICE_TYPES[name].id}, jsonb_build_object('registry', jsonb_build_object('id', r.id, 'number', r.number, 'kind', r.kind)) || ${JSON.stringify(more)}::jsonb, ${at}
      FROM registries r JOIN account_users u ON u.account_id = r.account_id AND u.state = 'ACTIVE' AND u.person_id = ANY (${[...to]}::integer[])
      WHERE r.account_id = ${accountId} AND r.id = ${registryId}
      RETURNING person_id, id, type, created_at
    ), ${TOLD}`.execute(trx);
}
