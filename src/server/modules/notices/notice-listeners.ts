import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { numberArray } from "#server/platform/number-array.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { NoticeWanted, PayoutKey, ProductEventBus } from "#server/product-events.ts";
import { listenForActs } from "./act-listeners.ts";
import { listenForDocuments } from "./document-listeners.ts";
import { listenForEmployments } from "./employment-listeners.ts";
import { listenForInvoices } from "./invoice-listeners.ts";
import { listenForInvites } from "./invite-listeners.ts";
import { listenForJobs } from "./job-listeners.ts";
import { listenForOffers } from "./offer-listeners.ts";
import { listenForRegistries } from "./registry-listeners.ts";
import { NOTICE_FANOUT } from "./notice-fanout.ts";

/** Turns what happens in the product into notices, inside the transaction of what happened. */
export function listenForNotices(events: ProductEventBus): void {
  events.on("notice.wanted", tellOne);
  events.on("payouts.sent", (trx, { payouts, at }) => tellWorkmen(trx, "JobPayoutSent", payouts, at));
  events.on("payouts.failed", (trx, { payouts, at }) => tellWorkmen(trx, "JobPayoutReturned", payouts, at));
  events.on("receipts.annulled-by-platform", (trx, { payouts, at }) => tellWorkmen(trx, "JobReceiptReversedByPlatform", payouts, at));
  events.on("receipts.annulled-by-workman", (trx, { payouts, at }) => tellOfAnnulment(trx, payouts, at));
  listenForRegistries(events);
  listenForEmployments(events);
  listenForDocuments(events);
  listenForInvoices(events);
  listenForActs(events);
  listenForJobs(events);
  listenForInvites(events);
  listenForOffers(events);
}

async function tellOne(trx: Trx, { personId, accountId, type, resource, at }: NoticeWanted): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at) VALUES (${personId}, ${accountId}, ${type}, ${JSON.stringify(resource)}::jsonb, ${at})
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

/** One statement for a batch of any size: it stands on the path of registries of 100 000 rows. */
async function tellWorkmen(trx: Trx, name: "JobPayoutSent" | "JobPayoutReturned" | "JobReceiptReversedByPlatform", payouts: readonly PayoutKey[], at: Date): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, type, resource, created_at)
      SELECT w.person_id, ${NOTICE_TYPES[name].id}, jsonb_build_object('id', j.id, 'title', j.title) || CASE WHEN j.kind = 'PAYROLL' THEN jsonb_build_object('payoutID', p.id) ELSE '{}' END, ${at}
      FROM unnest(${numberArray(payouts.map((one) => one.accountId))}::integer[], ${numberArray(payouts.map((one) => one.id))}::bigint[]) AS k(account_id, id)
      JOIN payouts p ON p.account_id = k.account_id AND p.id = k.id
      JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
      JOIN workmen w ON w.id = p.workman_id
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
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
    ), ${NOTICE_FANOUT}`.execute(trx);
}
