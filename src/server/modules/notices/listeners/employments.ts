import { sql, type RawBuilder } from "kysely";
import { rolesWith } from "#contract/access/role-permissions.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

export function listenForEmployments(events: ProductEventBus): void {
  events.on("employment.invited", notifyInvited);
  events.on("employment.confirmed", (trx, event) =>
    notifyManagers(trx, "EmploymentConfirmed", event),
  );
  events.on("employment.ended", (trx, event) =>
    event.by === "workman"
      ? notifyManagers(trx, "EmploymentEnded", event)
      : notifyEnded(trx, event),
  );
}

interface EmploymentEvent {
  readonly accountId: number;
  readonly employmentId: number;
  readonly at: Date;
}

/** `u` beside `e`. Source: `domain.md` §2.1. */
export function managersOf(): RawBuilder<unknown> {
  return sql`
    u.account_id = e.account_id
      AND u.state = 'ACTIVE'
      AND u.role = ANY (${rolesWith("employees.manage")}::text[])
      AND (u.project_ids IS NULL OR u.project_ids && e.project_ids)`;
}

async function notifyInvited(
  trx: Trx,
  { accountId, employmentId, at }: EmploymentEvent,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, type, resource, created_at)
      SELECT w.person_id, ${NOTICE_TYPES.EmploymentInvited.id},
        jsonb_build_object('employmentID', e.id, 'account',
          jsonb_build_object('id', a.id, 'companyDetailsName', a.short_name)),
        ${at}
      FROM employments e
      JOIN accounts a ON a.id = e.account_id
      JOIN workmen w ON w.id = e.workman_id
      WHERE e.account_id = ${accountId} AND e.id = ${employmentId}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

async function notifyManagers(
  trx: Trx,
  name: "EmploymentConfirmed" | "EmploymentEnded",
  { accountId, employmentId, at }: EmploymentEvent,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, e.account_id, ${NOTICE_TYPES[name].id}, ${PARTIES}, ${at}
      FROM employments e
      JOIN accounts a ON a.id = e.account_id
      JOIN workmen w ON w.id = e.workman_id
      JOIN account_users u ON ${managersOf()}
      WHERE e.account_id = ${accountId} AND e.id = ${employmentId}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

async function notifyEnded(
  trx: Trx,
  { accountId, employmentId, at }: EmploymentEvent,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, type, resource, created_at)
      SELECT w.person_id, ${NOTICE_TYPES.EmploymentEnded.id}, ${PARTIES}, ${at}
      FROM employments e
      JOIN accounts a ON a.id = e.account_id
      JOIN workmen w ON w.id = e.workman_id
      WHERE e.account_id = ${accountId} AND e.id = ${employmentId}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}

const PARTIES = sql`
  jsonb_build_object('employmentID', e.id, 'workman',
    jsonb_build_object('id', w.id, 'name', concat_ws(' ', w.last_name, w.first_name)),
  'account', jsonb_build_object('id', a.id, 'companyDetailsName', a.short_name))`;
