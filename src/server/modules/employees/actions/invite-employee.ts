import { sql } from "kysely";
import {
  EMPLOYMENT_TRANSITIONS,
  type EmploymentState,
} from "#contract/employees/employment-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import {
  claimMessage,
  refuseBlockedCompany,
  strangersAmong,
} from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { readPhone } from "#server/http/read-phone.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { ProductEventBus } from "#server/product-events.ts";

interface Invitation {
  readonly workmanID?: number;
  readonly phone?: string;
  readonly projectIDs?: readonly number[];
  readonly comment?: string;
}

/**
 * Pending confirmation; with an unfinished profile INVITED.
 *
 * @returns the id.
 * @throws AppError `invalid` by field; `conflict` — already an employee, blacklisted, or a blocked
 * company; `too_many_requests` — a stranger past the day's limit.
 */
export async function inviteEmployee(
  trx: Trx,
  actor: AccountActor,
  invitation: Invitation,
  events: ProductEventBus,
  at: Date,
): Promise<number> {
  await refuseBlockedCompany(trx, actor.accountId, "invite");
  const workman = await findWorkman(trx, invitation);
  const projectIds = await employeeProjects(trx, actor, invitation.projectIDs);
  const black = await sql`
    SELECT 1 FROM blacklist_entries
    WHERE account_id = ${actor.accountId}
      AND (inn = ${workman.inn} OR phone = ${workman.phone})
      AND (until IS NULL OR until >= ${moscowDate(at)}::date)
    LIMIT 1`.execute(trx);
  if (black.rows.length > 0)
    throw conflict("Исполнитель в чёрном списке. Сначала уберите его оттуда");

  if ((await strangersAmong(trx, actor.accountId, [workman.id])).size > 0)
    await claimMessage(trx, actor.accountId, workman.phone, false, at);
  const state: EmploymentState = workman.state === "ACTIVE" ? "CONFIRMATION" : "INVITED";
  const reinvite = transition(EMPLOYMENT_TRANSITIONS, "reinvite", "account", { of: "e" });
  const { rows } = await sql<{ id: number }>`
    INSERT INTO employments AS e (account_id, workman_id, state, project_ids, comment, since,
      invited_phone)
    VALUES (${actor.accountId}, ${workman.id}, ${state}, ${projectIds}::integer[],
      ${invitation.comment?.trim() || null}, ${at},
      ${invitation.workmanID === undefined ? workman.phone : null})
    ON CONFLICT (account_id, workman_id) DO UPDATE
    SET ${reinvite.set}, agreed_at = NULL, project_ids = excluded.project_ids,
      comment = coalesce(excluded.comment, e.comment), since = excluded.since
      WHERE ${reinvite.from}
    RETURNING e.id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw conflict("Исполнитель уже в избранных");
  await events.publish(trx, "employment.invited", {
    accountId: actor.accountId,
    employmentId: id,
    at,
  });
  return id;
}

/** @throws AppError `invalid` — foreign or beyond the person's limit. */
export async function employeeProjects(
  trx: Trx,
  actor: AccountActor,
  asked: readonly number[] | undefined,
): Promise<readonly number[] | null> {
  if (!asked?.length) return actor.projectIds;
  const distinct = [...new Set(asked)];
  const { rows } = await sql<{
    id: number;
  }>`
    SELECT id
    FROM projects
    WHERE account_id = ${actor.accountId} AND id = ANY (${distinct}::integer[])`.execute(trx);
  const isWithin =
    actor.projectIds === null || distinct.every((id) => actor.projectIds?.includes(id));
  if (rows.length < distinct.length || !isWithin)
    throw invalid({ projectIDs: ["Выберите проекты из списка компании"] });
  return distinct;
}

async function findWorkman(
  trx: Trx,
  { workmanID, phone: typed }: Invitation,
): Promise<{ id: number; state: string; inn: string | null; phone: string }> {
  const phone = typed === undefined ? undefined : readPhone(typed, "phone");
  if (workmanID === undefined && phone === undefined)
    throw invalid({ phone: ["Укажите исполнителя или его телефон"] });
  const { rows } = await sql<{ id: number; state: string; inn: string | null; phone: string }>`
    SELECT w.id, w.state, w.inn, p.phone FROM workmen w JOIN people p ON p.id = w.person_id
    WHERE w.state IN ('DRAFT', 'MODERATION', 'ACTIVE')
      AND ${
        workmanID === undefined
          ? sql`p.phone = ${phone}`
          : sql`
        w.id = ${workmanID}`
      }`.execute(trx);
  if (rows[0]) return rows[0];
  throw workmanID === undefined
    ? invalid({
        phone: [
          "Исполнитель с этим телефоном не зарегистрирован. Пригласите его реестром исполнителей",
        ],
      })
    : invalid({ workmanID: ["Исполнитель не найден"] });
}
