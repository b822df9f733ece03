import { sql, type RawBuilder } from "kysely";
import { rolesWith } from "#contract/access/role-permissions.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { OfferNotice, ProductEventBus } from "#server/product-events.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

export function listenForOffers(events: ProductEventBus): void {
  events.on("offers.notice", notifyOfOffers);
}

/** On job `j`, as `u`: owner, author and project managers. Source: `domain.md` §2.1. */
export function answerableFor(): RawBuilder<unknown> {
  return sql`
    u.account_id = j.account_id
      AND u.state = 'ACTIVE'
      AND u.role = ANY (${rolesWith("offers.view")}::text[])
    AND (u.role IN ('OWNER', 'PROJECT_MANAGER') OR u.person_id = j.created_by)
      AND (u.role IN ('OWNER', 'ADMIN')
        OR u.project_ids IS NULL
        OR j.project_id = ANY (u.project_ids))`;
}

const JOB = sql`'job', jsonb_build_object('id', j.id, 'title', j.title)`;
const WORKMAN = sql`
  'workman', jsonb_build_object('id', w.id, 'name', concat_ws(' ', w.last_name, w.first_name))`;
const ACCOUNT = sql`'account', jsonb_build_object('id', a.id, 'companyDetailsName', a.short_name)`;
const ARBITRATION = sql`
  ${JOB}, ${WORKMAN}, ${ACCOUNT}, 'amount', trim_scale(t.amount_kopecks / 100.0), 'newAmount',
    trim_scale(t.new_amount_kopecks / 100.0)`;

function reason(column: string, titles: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const id = sql.ref(`o.${column}`);
  return sql`
    CASE
      WHEN ${JSON.stringify(titles)}::jsonb ? ${id} THEN jsonb_build_object('id', ${id}, 'title',
        ${JSON.stringify(titles)}::jsonb -> ${id}) END`;
}

/** With fields of `NOTICE_PAYLOADS`. */
const OFFER_NOTICES: Readonly<
  Record<
    OfferNotice,
    { readonly to: "account" | "workman"; readonly resource: RawBuilder<unknown> }
  >
> = {
  OfferCreated: { to: "account", resource: sql`${JOB}, ${WORKMAN}` },
  OfferAccepted: { to: "workman", resource: sql`${JOB}, ${ACCOUNT}` },
  OfferDeclined: {
    to: "workman",
    resource: sql`
      ${JOB}, 'declineReason', ${reason("decline_reason", REASONS.offerDeclineByAccount.titles)},
        'declineComment', o.decline_comment`,
  },
  OfferRejected: {
    to: "workman",
    resource: sql`
      ${JOB}, 'rejectReason', ${reason("reject_reason", REASONS.offerReject.titles)},
        'rejectComment', o.reject_comment`,
  },
  OfferArchived: { to: "workman", resource: JOB },
  OfferExecutionStarted: { to: "account", resource: sql`${JOB}, ${WORKMAN}` },
  OfferExecutionFinished: { to: "account", resource: sql`${JOB}, ${WORKMAN}` },
  OfferResultAccepted: { to: "workman", resource: sql`${JOB}, ${ACCOUNT}` },
  ActRequired: { to: "workman", resource: JOB },
  ArbitrationOpened: { to: "workman", resource: ARBITRATION },
  ArbitrationAccepted: { to: "account", resource: ARBITRATION },
  ArbitrationDeclined: { to: "account", resource: ARBITRATION },
};

interface OffersNotice {
  readonly name: OfferNotice;
  readonly accountId: number;
  readonly offerIds: readonly bigint[];
  /** A moderator's decision goes to both. */
  readonly to?: "account" | "workman";
  readonly at: Date;
}

/** One statement for thousands. */
async function notifyOfOffers(
  trx: Trx,
  { name, accountId, offerIds, at, ...notice }: OffersNotice,
): Promise<void> {
  const { to, resource } = OFFER_NOTICES[name];
  const isForAccount = (notice.to ?? to) === "account";
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT ${isForAccount ? sql`u.person_id, o.account_id` : sql`w.person_id, NULL::integer`},
        ${NOTICE_TYPES[name].id}, jsonb_build_object(${resource}), ${at}
      FROM job_offers o
      JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
      JOIN accounts a ON a.id = o.account_id
      JOIN workmen w ON w.id = o.workman_id
      LEFT JOIN LATERAL (SELECT t.*
        FROM job_offer_arbitrations t
        WHERE t.account_id = o.account_id AND t.offer_id = o.id
        ORDER BY t.id DESC
        LIMIT 1) t ON true
      ${isForAccount ? sql`JOIN account_users u ON ${answerableFor()}` : sql``}
      WHERE o.account_id = ${accountId} AND o.id = ANY (${numberArray(offerIds)}::bigint[])
      ORDER BY o.id
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}
