import { sql, type RawBuilder } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import { may } from "#contract/access/access.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  INVITATION_LIFE_DAYS,
  INVITATION_STATE,
  RESENDABLE_INVITATION_STATES,
  WAITING_INVITATION_STATES,
  type InvitationState,
} from "#contract/registries/invitation-states.ts";
import type { InvitedWorkman } from "#contract/registries/registry-item.ts";
import { workmanRegistryEndpoints as endpoints } from "#contract/registries/workman-registry-endpoints.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { claimMessages, refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import { digestOfInvitation, newInvitationId } from "#server/modules/registration/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import { answerList } from "#server/http/serve-list.ts";
import type { Serve } from "#server/http/serve.ts";
import { unpreparedQuery } from "#server/data/prepared-query.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { projectScope } from "../registry-row.ts";
import { presentInvitation, stateOfRow, type InvitationRow } from "./invitation-rows.ts";
import { forgetLinks } from "./send-links-task.ts";

interface InvitedRow extends InvitationRow {
  readonly registry_id: number;
  readonly item_id: bigint | null;
  readonly name: string;
  readonly phone: string;
  readonly created_at: Date;
  readonly workman_id: number | null;
  readonly workman_name: string;
  readonly is_confirmed: boolean;
}

export function serveInvited(serve: Serve, platform: Platform): void {
  serve(endpoints.invitedList, async ({ actor, body, trx }) => {
    const now = platform.clock.now();
    const where = [
      reachable(actor, "workman-registries.view"),
      ...olderThan(body, sql`v.created_at`),
    ];
    if (body.registryID !== undefined) {
      await refuseForeign(trx, actor, body.registryID);
      where.push(sql`v.registry_id = ${body.registryID}`);
    }
    const states = body.onlyWaiting ? WAITING_INVITATION_STATES : body.states;
    if (states?.length) where.push(inStates(states, now));
    if (body.search?.trim())
      where.push(foundBy(body.search.trim(), may(actor, "workmen.personal-data")));
    return answerList<typeof endpoints.invitedList, InvitedRow>(unpreparedQuery(trx), trx, body, {
      of: "v",
      from: sql`workman_registrations v
          JOIN registries r ON r.account_id = v.account_id AND r.id = v.registry_id`,
      where,
      order: sql`v.id DESC`,
      select: selectInvited,
      present: (rows) => rows.map((row) => presentInvited(row, actor, now)),
    });
  });

  serve(endpoints.cancelInvitations, async ({ actor, body, trx, audit }) => {
    const now = platform.clock.now();
    const chosen = await lockChosen(trx, actor, body, now);
    const open = chosen.filter((row) => WAITING_INVITATION_STATES.includes(stateOfRow(row, now)));
    if (open.length === 0 && body.itemIDs?.length)
      throw conflict(
        "Отменить уже нельзя: приглашённые ответили или приглашения закончились. Обновите страницу",
      );
    await sql`
      UPDATE workman_registrations
      SET canceled_at = ${now}, sealed_id = NULL, message_due_at = NULL
      WHERE account_id = ${actor.accountId} AND id = ANY (${open.map(({ id }) => id)}::integer[])`.execute(
      trx,
    );
    await forgetLinks(
      trx,
      actor.accountId,
      open.map(({ id }) => id),
    );
    await announceRegistries(trx, actor.accountId, open);
    audit({
      event: "invite.canceled",
      object: { type: "workman-registry", id: open[0]?.registry_id ?? body.registryID ?? 0 },
      after: { canceledCount: open.length },
    });
    return { canceledCount: open.length };
  });

  serve(endpoints.resendInvitations, async ({ actor, body, trx, audit }) => {
    await refuseBlockedCompany(trx, actor.accountId, "invite");
    if (platform.linkOrigin === null)
      throw conflict("Приглашения по СМС не настроены. Обратитесь в поддержку");
    const now = platform.clock.now();
    const chosen = await lockChosen(trx, actor, body, now);
    // For a whole registry, only people without a live link.
    const states = body.itemIDs?.length
      ? RESENDABLE_INVITATION_STATES
      : (["EXPIRED", "NOT_SENT"] as const);
    const again = chosen.filter(
      (row) =>
        (states as readonly InvitationState[]).includes(stateOfRow(row, now)) && isRested(row, now),
    );
    if (again.length === 0)
      throw conflict(
        "Отправлять некому: приглашения действуют, приняты или отправлены меньше суток назад",
      );
    const phones = again.map(({ phone }) => phone);
    const refused = await claimMessages(trx, actor.accountId, phones, true, now);
    const sent = again.filter(({ phone }) => !refused.has(phone));
    if (sent.length === 0)
      throw new AppError("too_many_requests", refused.get(phones[0] ?? "") ?? "", {
        details: { retryAfterSeconds: 86_400 },
      });
    await renew(platform, trx, actor.accountId, sent, now);
    await announceRegistries(trx, actor.accountId, sent);
    audit({
      event: "invite.sent",
      object: { type: "workman-registry", id: sent[0]?.registry_id ?? 0 },
      after: { invitedCount: sent.length },
    });
    return { sentCount: sent.length };
  });
}

const selectInvited = (page: RawBuilder<unknown>) => sql<InvitedRow>`
  SELECT v.id, v.registry_id, v.row_no, v.sent_at, v.not_sent_at, v.opened_at, v.used_at,
    v.canceled_at, v.expires_at, v.phone, v.created_at,
    concat_ws(' ', v.last_name, v.first_name, v.middle_name) AS name,
    v.workman_id, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name,
      ${HAS_AGREED} AS is_confirmed,
    (SELECT i.id
      FROM registry_items i
      WHERE i.account_id = v.account_id
        AND i.registry_id = v.registry_id
        AND i.row_no = v.row_no) AS item_id
  FROM ${page} v
  LEFT JOIN workmen w ON w.id = v.workman_id
  LEFT JOIN employments e ON e.account_id = v.account_id AND e.workman_id = v.workman_id`;

/** @throws AppError `not_found` — absent, foreign or out of reach. */
async function refuseForeign(trx: Trx, actor: AccountActor, registryId: number): Promise<void> {
  const scope = projectScope(actor, "workman-registries.view");
  const { rows } = await sql`
    SELECT 1 FROM registries r
    WHERE r.account_id = ${actor.accountId}
      AND r.id = ${registryId}
      AND r.kind IN ('workman', 'workman-registration')
      ${
        scope === null
          ? sql``
          : sql`
        AND r.project_id = ANY (${[...scope]}::integer[])`
      }`.execute(trx);
  if (rows.length === 0) throw notFound("Реестр не найден");
}

/** One message a day to a phone. */
function isRested({ sent_at: sentAt }: InvitationRow, now: Date): boolean {
  return sentAt === null || now.getTime() - sentAt.getTime() >= 86_400_000;
}

function reachable(
  actor: AccountActor,
  permission: "workman-registries.view" | "workman-registries.manage",
): RawBuilder<unknown> {
  const scope = projectScope(actor, permission);
  return sql`
    v.account_id = ${actor.accountId} ${
      scope === null
        ? sql``
        : sql`
      AND r.project_id = ANY (${[...scope]}::integer[])`
    }`;
}

/** `invitationStateOf` in SQL. */
function inStates(states: readonly InvitationState[], now: Date): RawBuilder<unknown> {
  return sql`
    CASE
      WHEN v.used_at IS NOT NULL THEN 'REGISTERED'
      WHEN v.canceled_at IS NOT NULL THEN 'CANCELED'
      WHEN v.expires_at <= ${now} THEN 'EXPIRED'
      WHEN v.opened_at IS NOT NULL THEN 'OPENED'
    WHEN v.not_sent_at IS NOT NULL THEN 'NOT_SENT'
      WHEN v.sent_at IS NULL THEN 'QUEUED'
      ELSE 'SENT' END = ANY (${[...states]}::text[])`;
}

function foundBy(search: string, seesPhones: boolean): RawBuilder<unknown> {
  const digits = search.replace(/\D/g, "");
  const byName = sql`
    concat_ws(' ', v.last_name, v.first_name, v.middle_name) ILIKE ${containing(search)}`;
  return seesPhones && digits.length >= 3
    ? sql`(${byName} OR v.phone LIKE ${`%${digits}%`})`
    : byName;
}

function presentInvited(row: InvitedRow, actor: AccountActor, now: Date): InvitedWorkman {
  const { permissions, openedAt, registeredAt, expiresAt } = presentInvitation(
    row,
    now,
    may(actor, "workman-registries.manage"),
  );
  return {
    id: row.id,
    registryID: row.registry_id,
    itemID: row.item_id === null ? null : Number(row.item_id),
    name: row.name === "" ? null : row.name,
    phone: may(actor, "workmen.personal-data") ? row.phone : maskPhone(row.phone),
    workman:
      row.workman_id === null || !row.is_confirmed
        ? null
        : { id: row.workman_id, name: row.workman_name },
    state: definitionFor(INVITATION_STATE, stateOfRow(row, now)),
    invitedAt: row.created_at.toISOString(),
    openedAt,
    registeredAt,
    expiresAt,
    permissions,
  };
}

type Chosen = InvitationRow & { readonly registry_id: number; readonly phone: string };

/** @throws AppError `invalid` — nothing named; `not_found` — foreign rows or registries. */
async function lockChosen(
  trx: Trx,
  actor: AccountActor,
  { registryID, itemIDs }: { registryID?: number; itemIDs?: number[] },
  now: Date,
): Promise<Chosen[]> {
  if (registryID === undefined && !itemIDs?.length)
    throw invalid({ itemIDs: ["Выберите приглашения или реестр"] });
  const where = [
    reachable(actor, "workman-registries.manage"),
    sql`v.used_at IS NULL AND v.created_at <= ${now}`,
  ];
  if (registryID !== undefined) where.push(sql`v.registry_id = ${registryID}`);
  if (itemIDs?.length)
    where.push(
      sql`
        (v.registry_id, v.row_no) IN (SELECT i.registry_id, i.row_no
          FROM registry_items i
          WHERE i.account_id = ${actor.accountId} AND i.id = ANY (${itemIDs}::bigint[]))`,
    );
  const { rows } = await sql<Chosen>`
    SELECT v.id, v.registry_id, v.row_no, v.phone, v.sent_at, v.not_sent_at, v.opened_at, v.used_at,
      v.canceled_at, v.expires_at
    FROM workman_registrations v
    JOIN registries r ON r.account_id = v.account_id AND r.id = v.registry_id
    WHERE ${sql.join(where, sql` AND `)}
    ORDER BY v.id
    FOR NO KEY UPDATE OF v`.execute(trx);
  if (rows.length === 0) throw notFound("Приглашения не найдены");
  return rows;
}

/** New links: the old messages may be anywhere. */
async function renew(
  platform: Platform,
  trx: Trx,
  accountId: number,
  rows: readonly Chosen[],
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_DAYS * 86_400_000);
  const secrets = rows.map(() => newInvitationId());
  await sql`
    UPDATE workman_registrations w
    SET secret_hash = v.hash, sealed_id = v.sealed, message_due_at = ${now},
      sent_at = NULL, not_sent_at = NULL, opened_at = NULL, expires_at = ${expiresAt}
    FROM unnest(${rows.map(({ id }) => id)}::integer[],
      ${secrets.map((secret) => digestOfInvitation(platform.secrets, secret))}::bytea[],
      ${secrets.map((secret) => platform.secrets.seal(secret))}::bytea[]) AS v (id, hash, sealed)
    WHERE w.account_id = ${accountId} AND w.id = v.id`.execute(trx);
  await forgetLinks(
    trx,
    accountId,
    rows.map(({ id }) => id),
  );
}

async function announceRegistries(
  trx: Trx,
  accountId: number,
  rows: readonly Chosen[],
): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.registry_id))];
  for (const resource of ["workman-registries", "workman-registration-registries"])
    await announce(trx, { to: `account:${accountId}`, resource, ids });
}
