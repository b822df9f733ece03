import { sql } from "kysely";
import type { RoleId } from "#contract/access/roles.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";

const PREFIX = "sk_";
/** API keys have no session; this id matches none. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";
/** Precision of the stored last use. */
const NOTE_MS = 60_000;

export const isApiKey = (token: string) => token.startsWith(PREFIX);

/**
 * Resolves a key to its actor. Rights are read per request, so a revocation acts at once.
 *
 * @throws AppError `unauthorized` — unknown, revoked, expired, the author has left, or a sandbox key with real
 *   services; `forbidden` — the IP address is not allowed.
 */
export async function actorOfApiKey(
  { db, clock, secrets, sandbox }: Pick<Platform, "db" | "clock" | "secrets" | "sandbox">,
  key: string,
  ip: string,
): Promise<Actor> {
  const now = clock.now();
  const { rows } = await sql<{
    account_id: number;
    id: number;
    title: string;
    role: RoleId;
    person_id: number;
    phone: string;
    is_sandbox: boolean;
    is_from_here: boolean;
    is_noted: boolean;
  }>`
    SELECT k.account_id, k.id, k.title, k.role, p.id AS person_id, p.phone, k.is_sandbox,
      cardinality(k.ips) = 0 OR ${ip}::inet <<= ANY (k.ips::inet[]) AS is_from_here,
      coalesce(k.last_used_at > ${new Date(now.getTime() - NOTE_MS)}
        AND k.last_ip = ${ip}::inet, false) AS is_noted
    FROM api_keys k
    JOIN people p ON p.id = k.created_by AND p.state = 'ACTIVE'
    JOIN account_users u ON u.account_id = k.account_id
      AND u.person_id = p.id
      AND u.state = 'ACTIVE'
    WHERE k.digest = ${secrets.digest("api-key", key)}
      AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > ${now})`.execute(db);
  const row = rows[0];
  if (!row)
    throw new AppError(
      "unauthorized",
      "Ключ API не подходит: он отозван, истёк или указан с ошибкой",
    );
  if (row.is_sandbox && !sandbox)
    throw new AppError(
      "unauthorized",
      "Это ключ песочницы: с настоящими деньгами он не работает. Выпустите новый ключ",
    );
  if (!row.is_from_here)
    throw new AppError(
      "forbidden",
      `Ключ API не работает с адреса ${ip}. Добавьте адрес в список ключа`,
    );
  if (!row.is_noted)
    await sql`
      UPDATE api_keys
      SET last_used_at = ${now}, last_ip = ${ip}::inet
      WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(db);
  return {
    personId: row.person_id,
    sessionId: NO_SESSION,
    phone: row.phone,
    name: `Ключ «${row.title}»`,
    accountId: row.account_id,
    role: row.role,
    projectIds: null,
    workmanId: null,
    isWorkman: false,
    apiKeyId: row.id,
  };
}
