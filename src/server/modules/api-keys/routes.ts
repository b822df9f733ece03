import { randomBytes } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { ROLES } from "#contract/access/roles.ts";
import { apiKeyEndpoints as endpoints } from "#contract/api-keys/api-key-endpoints.ts";
import { MOST_API_KEYS } from "#contract/api-keys/api-key.ts";
import { loosensNetworks } from "#contract/approvals/loosening.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { endOfMoscowDay } from "#server/data/moscow-day.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { confirmLoosening, confirmWidening } from "#server/modules/accounts/index.ts";
import { useCode, verificationOperation } from "#server/modules/auth/index.ts";
import {
  fromKeys,
  KEY_COLUMNS,
  keyObject,
  loadKey,
  presentKey,
  type ApiKeyRow,
} from "./api-key-row.ts";
import { networksOf } from "./networks.ts";

export function serveApiKeys(serve: Serve, platform: Platform): void {
  const { clock, secrets, sandbox } = platform;
  serve.list(endpoints.list, ({ actor }) => ({
    of: "k",
    from: sql`api_keys k`,
    where: [sql`k.account_id = ${actor.accountId}`],
    order: sql`k.revoked_at IS NOT NULL, k.id DESC`,
    select: (page) => sql<ApiKeyRow>`SELECT ${KEY_COLUMNS} ${fromKeys(page)}`,
    present: (rows) => rows.map((row) => presentKey(row, actor, clock.now())),
  }));

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const now = clock.now();
    const title = body.title.trim();
    if (title === "") throw invalid({ title: ["Назовите ключ: по названию его узнают в журнале"] });
    const ips = networksOf(body.ips ?? []);
    const expiresOn = body.expiresOn ?? null;
    if (expiresOn !== null && expiresOn < moscowDate(now))
      throw invalid({ expiresOn: ["Этот день уже прошёл"] });
    const codePersonId = await colleagueOf(trx, actor.accountId, body.codeUserID);
    await refuseTooMany(trx, actor.accountId, now);
    const secret = `${sandbox ? "sk_test_" : "sk_"}${randomBytes(32).toString("base64url")}`;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO api_keys (account_id, title, role, digest, hint, ips, expires_at, is_sandbox,
        created_by, responsible_id, code_person_id, created_at)
      VALUES (${actor.accountId}, ${title}, ${body.roleID}, ${secrets.digest("api-key", secret)},
        ${secret.slice(-4)}, ${ips}::text[],
        ${expiresOn === null ? sql`NULL::timestamptz` : endOfMoscowDay(expiresOn)}, ${sandbox},
          ${actor.personId}, ${actor.personId}, ${codePersonId}, ${now}) RETURNING id`.execute(trx);
    const row = await loadKey(trx, actor.accountId, rows[0]?.id as number);
    const { otp, ...newKey } = body;
    const reason = await confirmWidening(platform, trx, actor, {
      loosening: { newKey },
      otp,
      what: `выпущен «${title}», роль «${ROLES[row.role].title}», ${ips.length === 0 ? "с любых адресов" : `с адресов: ${ips.join(", ")}`}`,
    });
    audit({
      event: "apikey.created",
      object: keyObject(row),
      after: { role: row.role, ips, expiresAt: expiresOn, codePerson: row.code_person_name },
      ...(reason === undefined ? {} : { reason }),
    });
    await announce(trx, { to: `account:${actor.accountId}`, resource: "api-keys", ids: [row.id] });
    return { key: presentKey(row, actor, now), secret };
  });

  serve(endpoints.takeOver, async ({ actor, params, body, trx, audit }) => {
    const before = await loadKey(trx, actor.accountId, params.id);
    const now = clock.now();
    if (!presentKey(before, actor, now).permissions.takeOver)
      throw conflict("Ключ отозван или истёк: принять его нельзя. Выпустите новый");
    const codePersonId = await colleagueOf(trx, actor.accountId, body.codeUserID);
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: verificationOperation("API_KEY_TAKEOVER", { objectId: params.id }),
      code: body.otp,
      field: "otp",
    });
    await sql`
      UPDATE api_keys
      SET responsible_id = ${actor.personId}, code_person_id = ${codePersonId},
        suspension_told_at = NULL
      WHERE account_id = ${actor.accountId} AND id = ${params.id}`.execute(trx);
    const after = await loadKey(trx, actor.accountId, params.id);
    audit({
      event: "apikey.taken_over",
      object: keyObject(after),
      before: { responsible: before.responsible_name, codePerson: before.code_person_name },
      after: { responsible: after.responsible_name, codePerson: after.code_person_name },
    });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "api-keys",
      ids: [params.id],
    });
    return presentKey(after, actor, now);
  });

  serve(endpoints.updateNetworks, async ({ actor, params, body, trx, audit }) => {
    const before = await loadKey(trx, actor.accountId, params.id);
    const now = clock.now();
    if (!presentKey(before, actor, now).permissions.updateNetworks)
      throw conflict("Ключ отозван или истёк: его адреса не изменить");
    const ips = networksOf(body.ips);
    const reason = loosensNetworks(before.ips, ips)
      ? await confirmLoosening(platform, trx, actor, {
          loosening: { keyNetworks: { id: params.id, ips: body.ips } },
          otp: body.otp,
        })
      : undefined;
    await sql`
      UPDATE api_keys
      SET ips = ${ips}::text[]
      WHERE account_id = ${actor.accountId} AND id = ${params.id}`.execute(trx);
    audit({
      event: "apikey.networks_changed",
      object: keyObject(before),
      before: { ips: before.ips },
      after: { ips },
      ...(reason === undefined ? {} : { reason }),
    });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "api-keys",
      ids: [params.id],
    });
    return presentKey({ ...before, ips }, actor, now);
  });

  serve(endpoints.revoke, async ({ actor, params, trx, audit }) => {
    const before = await loadKey(trx, actor.accountId, params.id);
    if (before.revoked_at !== null) throw conflict("Ключ уже отозван");
    const now = clock.now();
    await sql`
      UPDATE api_keys
      SET revoked_at = ${now}
      WHERE account_id = ${actor.accountId} AND id = ${params.id} AND revoked_at IS NULL`.execute(
      trx,
    );
    audit({ event: "apikey.revoked", object: keyObject(before) });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "api-keys",
      ids: [params.id],
    });
    return presentKey({ ...before, revoked_at: now }, actor, now);
  });
}

async function refuseTooMany(db: Kysely<Schema>, accountId: number, now: Date): Promise<void> {
  // Concurrent calls must not both take the last place.
  await sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count
    FROM api_keys
    WHERE account_id = ${accountId}
      AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${now})`.execute(db);
  if ((rows[0]?.count ?? 0) >= MOST_API_KEYS)
    throw conflict(`В компании уже ${MOST_API_KEYS} ключей. Отзовите те, что не нужны`);
}

/** @throws AppError `invalid` — field `codeUserID`: does not work in the company. */
async function colleagueOf(trx: Trx, accountId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ person_id: number }>`
    SELECT u.person_id
    FROM account_users u JOIN people p ON p.id = u.person_id AND p.state = 'ACTIVE'
    WHERE u.account_id = ${accountId} AND u.id = ${userId} AND u.state = 'ACTIVE'`.execute(trx);
  if (!rows[0])
    throw invalid({ codeUserID: ["Выберите, кому из пользователей компании приходят коды"] });
  return rows[0].person_id;
}
