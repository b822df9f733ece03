import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { netPayOf } from "#server/data/net-pay.ts";
import { numberArray } from "#server/data/number-array.ts";
import { arrivesBy } from "#server/data/working-days.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { NoticeWanted, PayoutKey, ProductEventBus } from "#server/product-events.ts";
import { listenForActs } from "./acts.ts";
import { listenForCompanies } from "./companies.ts";
import { listenForDocuments } from "./documents.ts";
import { listenForEmployments } from "./employments.ts";
import { listenForInvoices } from "./invoices.ts";
import { listenForInvites } from "./invites.ts";
import { listenForJobs } from "./jobs.ts";
import { listenForOffers } from "./offers.ts";
import { listenForRegistries } from "./registries.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

export function listenForNotices(events: ProductEventBus): void {
  events.on("notice.wanted", notifyOne);
  events.on("payouts.sent", async (trx, { payouts, at }) =>
    notifyWorkmen(trx, "JobPayoutSent", payouts, at, await arrivesBy(trx, moscowDate(at))),
  );
  events.on("payouts.failed", (trx, { payouts, at }) =>
    notifyWorkmen(trx, "JobPayoutReturned", payouts, at),
  );
  events.on("payouts.held", async (trx, { payouts, at }) => {
    await notifyWorkmen(trx, "JobPayoutHeld", payouts, at);
    await notifyPayers(trx, "PayoutsHeld", payouts, at);
  });
  events.on("receipts.annulled-by-platform", (trx, { payouts, at }) =>
    notifyWorkmen(trx, "JobReceiptReversedByPlatform", payouts, at),
  );
  events.on("receipts.annulled-by-workman", (trx, { payouts, at }) =>
    notifyPayers(trx, "JobReceiptReversedByWorkman", payouts, at),
  );
  events.on("receipts.found-late", (trx, { payouts, at }) =>
    notifyPayers(trx, "ReceiptFoundLate", payouts, at),
  );
  listenForCompanies(events);
  listenForRegistries(events);
  listenForEmployments(events);
  listenForDocuments(events);
  listenForInvoices(events);
  listenForActs(events);
  listenForJobs(events);
  listenForInvites(events);
  listenForOffers(events);
}

async function notifyOne(
  trx: Trx,
  { personId, accountId, type, resource, at, everywhere }: NoticeWanted,
): Promise<void> {
  const phones = everywhere?.phones ?? [];
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      VALUES (${personId}, ${accountId}, ${type}, ${JSON.stringify(resource)}::jsonb, ${at})
      RETURNING person_id, id, type, created_at
    ), sent AS (
      INSERT INTO outgoing_messages (person_id, channel, recipient, notice_ids, due_at, created_at)
      SELECT made.person_id, t.channel, t.recipient, ARRAY[made.id], ${at}, ${at}
      FROM made
      CROSS JOIN (SELECT 'SMS' AS channel, unnest(${phones}::text[]) AS recipient
        UNION ALL
        SELECT 'EMAIL', ${everywhere?.email ?? null}::text) t
      WHERE t.recipient IS NOT NULL
    ), ${NOTICE_FANOUT}`.execute(trx);
}

/** Merges into an unread notice. */
const GATHER = sql`
  ON CONFLICT (person_id, type, gathers)
  WHERE gathers IS NOT NULL AND read_at IS NULL DO UPDATE
  SET resource = n.resource
    || jsonb_strip_nulls(jsonb_build_object('arrivesBy', excluded.resource -> 'arrivesBy'))
    || jsonb_build_object(
        'count', (n.resource ->> 'count')::bigint + (excluded.resource ->> 'count')::bigint, 'sum',
          (n.resource ->> 'sum')::numeric + (excluded.resource ->> 'sum')::numeric)`;

/**
 * One statement for up to 100 000 rows. A registry gives a workman one notice with count and sum;
 * later batches join it while unread. People are locked in one order, after the customer's ledger.
 */
async function notifyWorkmen(
  trx: Trx,
  name: "JobPayoutSent" | "JobPayoutReturned" | "JobPayoutHeld" | "JobReceiptReversedByPlatform",
  payouts: readonly PayoutKey[],
  at: Date,
  promisedOn?: CalendarDate,
): Promise<void> {
  // A receipt covers all income; a payout is less tax.
  const kopecks = name === "JobReceiptReversedByPlatform" ? sql`p.amount_kopecks` : netPayOf("p");
  await sql`
    WITH kept AS (
      INSERT INTO notices AS n (person_id, type, resource, created_at, gathers)
      SELECT w.person_id, ${NOTICE_TYPES[name].id},
        jsonb_build_object('id', min(j.id), 'title', min(j.title)) || jsonb_build_object('payoutID',
          min(p.id))
        || CASE
          WHEN ${promisedOn ?? null}::text IS NULL THEN '{}'
          ELSE jsonb_strip_nulls(jsonb_build_object('sum', trim_scale(sum(${kopecks}) / 100.0), 'destination',
            min(p.destination_mask), 'arrivesBy', ${promisedOn ?? null}::text)) END
        || CASE
          WHEN p.registry_id IS NULL THEN '{}'
          ELSE jsonb_build_object('registryID', p.registry_id, 'count', count(*), 'sum',
            trim_scale(sum(${kopecks}) / 100.0), 'companyDetailsName', a.short_name) END,
        ${at}::timestamptz, p.account_id || '-' || p.registry_id
      FROM unnest(${numberArray(payouts.map((one) => one.accountId))}::integer[],
        ${numberArray(payouts.map((one) => one.id))}::bigint[]) AS k(account_id, id)
      JOIN payouts p ON p.account_id = k.account_id AND p.id = k.id
      JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
      JOIN workmen w ON w.id = p.workman_id
      JOIN accounts a ON a.id = p.account_id
      GROUP BY w.person_id, p.account_id, p.registry_id, CASE
        WHEN p.registry_id IS NULL THEN p.id END, a.short_name
      ORDER BY w.person_id, p.account_id, p.registry_id
      ${GATHER}
      RETURNING person_id, id, type, created_at, xmax = 0 AS is_new
    ), made AS (SELECT person_id, id, type, created_at FROM kept WHERE is_new), ${NOTICE_FANOUT}`.execute(
    trx,
  );
}

/** Owner and payer may have to explain the expense. One notice a day per registry. */
async function notifyPayers(
  trx: Trx,
  name: "JobReceiptReversedByWorkman" | "PayoutsHeld" | "ReceiptFoundLate",
  payouts: readonly PayoutKey[],
  at: Date,
): Promise<void> {
  await sql`
    WITH kept AS (
      INSERT INTO notices AS n (person_id, account_id, type, resource, created_at, gathers)
      SELECT u.person_id, p.account_id, ${NOTICE_TYPES[name].id},
        jsonb_build_object('id', min(j.id), 'title', min(j.title)) || CASE
          WHEN p.registry_id IS NULL THEN '{}'
          ELSE
          jsonb_build_object('count', count(*), 'sum', trim_scale(sum(p.amount_kopecks) / 100.0),
            'registry', jsonb_build_object('id', r.id, 'number', r.number)) END,
        ${at}::timestamptz, p.account_id || '-' || p.registry_id || '-' || ${moscowDate(at)}::text
      FROM unnest(${numberArray(payouts.map((one) => one.accountId))}::integer[],
        ${numberArray(payouts.map((one) => one.id))}::bigint[]) AS k(account_id, id)
      JOIN payouts p ON p.account_id = k.account_id AND p.id = k.id
      JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
      LEFT JOIN registries r ON r.account_id = p.account_id AND r.id = p.registry_id
      JOIN account_users u ON u.account_id = p.account_id
        AND u.state = 'ACTIVE'
        AND (u.role = 'OWNER' OR u.person_id = r.executed_by)
      GROUP BY u.person_id, p.account_id, p.registry_id, r.id, r.number, CASE
        WHEN p.registry_id IS NULL THEN p.id END
      ORDER BY u.person_id, p.account_id, p.registry_id
      ${GATHER}
      RETURNING person_id, id, type, created_at, xmax = 0 AS is_new
    ), made AS (SELECT person_id, id, type, created_at FROM kept WHERE is_new), ${NOTICE_FANOUT}`.execute(
    trx,
  );
}
