import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { sql, type Kysely } from "kysely";
import { roleHas } from "#contract/access/role-permissions.ts";
import { ROLES } from "#contract/access/roles.ts";
import { apiKeyEndpoints as endpoints } from "#contract/api-keys/api-key-endpoints.ts";
import {
  API_KEY_STATE,
  MOST_API_KEYS,
  type ApiKey,
  type ApiKeyRole,
  type ApiKeyState,
} from "#contract/api-keys/api-key.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { endOfMoscowDay } from "#server/data/moscow-day.ts";
import { pageOf } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

interface ApiKeyRow {
  readonly id: number;
  readonly title: string;
  readonly hint: string;
  readonly role: ApiKeyRole;
  readonly ips: string[];
  readonly created_by: number;
  readonly author_name: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly last_ip: string | null;
  readonly revoked_at: Date | null;
  readonly is_sandbox: boolean;
}

const SELECT_KEY = sql`
  SELECT k.id, k.title, k.hint, k.role, k.ips, k.created_by, p.name AS author_name, k.created_at,
    k.expires_at,
    k.last_used_at, host(k.last_ip) AS last_ip, k.revoked_at, k.is_sandbox
  FROM api_keys k JOIN people p ON p.id = k.created_by`;

/** A company's API keys: shown once when issued, revoked for good. */
export function serveApiKeys(serve: Serve, { clock, secrets, sandbox }: Platform): void {
  serve(endpoints.list, async ({ actor, query, trx }) => {
    const page = pageOf(query);
    const { rows } = await sql<ApiKeyRow>`
        ${SELECT_KEY}
        WHERE k.account_id = ${actor.accountId}
        ORDER BY k.revoked_at IS NOT NULL, k.id DESC
        LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
    const count = await sql<{
      total: bigint;
    }>`SELECT count(*) AS total FROM api_keys WHERE account_id = ${actor.accountId}`.execute(trx);
    return {
      items: rows.map((row) => present(row, actor, clock.now())),
      meta: page.metaOf(count.rows[0]?.total ?? 0n),
    };
  });

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const now = clock.now();
    const title = body.title.trim();
    if (title === "") throw invalid({ title: ["Назовите ключ: по названию его узнают в журнале"] });
    const ips = ipsOf(body.ips ?? []);
    const expiresOn = body.expiresOn ?? null;
    if (expiresOn !== null && expiresOn < moscowDate(now))
      throw invalid({ expiresOn: ["Этот день уже прошёл"] });
    await refuseTooMany(trx, actor.accountId, now);
    const secret = `${sandbox ? "sk_test_" : "sk_"}${randomBytes(32).toString("base64url")}`;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO api_keys (account_id, title, role, digest, hint, ips, expires_at, is_sandbox,
        created_by, created_at)
      VALUES (${actor.accountId}, ${title}, ${body.roleID}, ${secrets.digest("api-key", secret)},
        ${secret.slice(-4)}, ${ips}::text[],
        ${expiresOn === null ? sql`NULL::timestamptz` : endOfMoscowDay(expiresOn)}, ${sandbox},
          ${actor.personId}, ${now}) RETURNING id`.execute(trx);
    const row = await loadKey(trx, actor, rows[0]?.id as number);
    audit({
      event: "apikey.created",
      object: objectOf(row),
      after: { role: row.role, ips, expiresAt: expiresOn },
    });
    await announce(trx, { to: `account:${actor.accountId}`, resource: "api-keys", ids: [row.id] });
    return { key: present(row, actor, now), secret };
  });

  serve(endpoints.revoke, async ({ actor, params, trx, audit }) => {
    const before = await loadKey(trx, actor, params.id);
    if (before.revoked_at !== null) throw conflict("Ключ уже отозван");
    const now = clock.now();
    await sql`
      UPDATE api_keys
      SET revoked_at = ${now}
      WHERE account_id = ${actor.accountId} AND id = ${params.id} AND revoked_at IS NULL`.execute(
      trx,
    );
    audit({ event: "apikey.revoked", object: objectOf(before) });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "api-keys",
      ids: [params.id],
    });
    return present({ ...before, revoked_at: now }, actor, now);
  });
}

function objectOf({ id, title }: ApiKeyRow) {
  return { type: "api-key", id, title };
}

/** Locks it. @throws AppError `not_found` — absent or foreign. */
async function loadKey(trx: Trx, actor: AccountActor, id: number): Promise<ApiKeyRow> {
  const { rows } = await sql<ApiKeyRow>`
      ${SELECT_KEY} WHERE k.account_id = ${actor.accountId} AND k.id = ${id} FOR UPDATE OF k`.execute(
    trx,
  );
  if (!rows[0]) throw notFound("Ключ API не найден");
  return rows[0];
}

/**
 * IP addresses and networks, «10.0.0.5» or «10.0.0.0/24».
 * @throws AppError `invalid` — field `ips`.
 */
function ipsOf(given: readonly string[]): string[] {
  const wanted = [...new Set(given.map((one) => one.trim()).filter(Boolean))];
  const wrong = wanted.find((one) => {
    const [address = "", length, ...rest] = one.split("/");
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    return (
      version === 0 ||
      rest.length > 0 ||
      (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > most))
    );
  });
  if (wrong !== undefined)
    throw invalid({ ips: [`«${wrong}» не IP-адрес. Примеры: 203.0.113.7, 203.0.113.0/24`] });
  return wanted;
}

async function refuseTooMany(db: Kysely<Schema>, accountId: number, now: Date): Promise<void> {
  // One at a time per company, so that concurrent calls cannot both take the last place.
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

function present(row: ApiKeyRow, actor: AccountActor, now: Date): ApiKey {
  const state: ApiKeyState =
    row.revoked_at !== null
      ? "REVOKED"
      : row.expires_at !== null && row.expires_at <= now
        ? "EXPIRED"
        : "ACTIVE";
  return {
    id: row.id,
    title: row.title,
    hint: row.hint,
    roleID: row.role,
    role: { id: row.role, title: ROLES[row.role].title },
    isSandbox: row.is_sandbox,
    ips: row.ips,
    state: definitionFor(API_KEY_STATE, state),
    author: { id: row.created_by, name: row.author_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastIP: row.last_ip,
    permissions: { revoke: state === "ACTIVE" && roleHas(actor.role, "settings.manage") },
  };
}
