import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { InviteKey, ProductEventBus } from "#server/product-events.ts";
import { answerableFor } from "./offers.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

export function listenForInvites(events: ProductEventBus): void {
  events.on("invites.sent", (trx, { accountId, inviteIds, at }) =>
    notifyWorkmen(trx, "InviteCreated", accountId, inviteIds, at),
  );
  events.on("invite.canceled", (trx, { accountId, inviteId, at }) =>
    notifyWorkmen(trx, "InviteCanceled", accountId, [inviteId], at),
  );
  events.on("invite.accepted", (trx, event) => notifyCompany(trx, "InviteAccepted", event));
  events.on("invite.declined", (trx, event) => notifyCompany(trx, "InviteDeclined", event));
}

const JOB = sql`'job', jsonb_build_object('id', j.id, 'title', j.title)`;

/** Others get an SMS or nothing. */
async function notifyWorkmen(
  trx: Trx,
  name: "InviteCreated" | "InviteCanceled",
  accountId: number,
  inviteIds: readonly bigint[],
  at: Date,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, type, resource, created_at)
      SELECT w.person_id, ${NOTICE_TYPES[name].id},
        jsonb_build_object(${JOB}, 'account',
          jsonb_build_object('id', a.id, 'companyDetailsName', a.short_name)),
        ${at}
      FROM job_invites i
      JOIN jobs j ON j.account_id = i.account_id AND j.id = i.job_id
      JOIN accounts a ON a.id = i.account_id
      JOIN workmen w ON w.id = i.workman_id
      WHERE i.account_id = ${accountId} AND i.id = ANY (${[...inviteIds]}::bigint[])
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

async function notifyCompany(
  trx: Trx,
  name: "InviteAccepted" | "InviteDeclined",
  { accountId, inviteId, at }: InviteKey & { readonly at: Date },
): Promise<void> {
  const answer =
    name === "InviteAccepted"
      ? sql``
      : sql`
        , 'declineReason',
          (SELECT d
            FROM jsonb_array_elements(${JSON.stringify(REASONS.declineByWorkman.definitions)}::jsonb) d
            WHERE d ->> 'id' = i.decline_reason),
          'declineComment', i.decline_comment`;
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, j.account_id, ${NOTICE_TYPES[name].id},
        jsonb_build_object(${JOB}, 'workman',
          jsonb_build_object('id', w.id, 'name',
            concat_ws(' ', w.last_name, w.first_name)) ${answer}),
        ${at}
      FROM job_invites i
      JOIN jobs j ON j.account_id = i.account_id AND j.id = i.job_id
      JOIN workmen w ON w.id = i.workman_id
      JOIN account_users u ON u.account_id = i.account_id
        AND u.state = 'ACTIVE'
        AND (u.person_id = i.created_by OR (${answerableFor()}))
      WHERE i.account_id = ${accountId} AND i.id = ${inviteId}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}
