import { sql } from "kysely";
import { isUnlimitedRole } from "#contract/access/roles.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";
import { fromKeys, KEY_COLUMNS, stateOf, suspensionOf, type ApiKeyRow } from "./api-key-row.ts";

const PREFIX = "sk_";
/** Matches no session. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";
/** Precision of the last use. */
const NOTE_MS = 60_000;

export const isApiKey = (token: string) => token.startsWith(PREFIX);

interface CalledKey extends ApiKeyRow {
  readonly is_from_here: boolean;
  readonly is_noted: boolean;
}

/**
 * Rights are read per request: a revocation acts at once.
 *
 * @throws AppError `unauthorized` — unknown, revoked, expired, or a sandbox key with real services;
 * `key_suspended`; `forbidden` — the IP address.
 */
export async function actorOfApiKey(
  { db, clock, secrets, sandbox }: Pick<Platform, "db" | "clock" | "secrets" | "sandbox">,
  key: string,
  ip: string,
): Promise<Actor> {
  const now = clock.now();
  const { rows } = await sql<CalledKey>`
    SELECT ${KEY_COLUMNS},
      cardinality(k.ips) = 0 OR ${ip}::inet <<= ANY (k.ips::inet[]) AS is_from_here,
      coalesce(k.last_used_at > ${new Date(now.getTime() - NOTE_MS)}
        AND k.last_ip = ${ip}::inet, false) AS is_noted
    ${fromKeys()}
    WHERE k.digest = ${secrets.digest("api-key", key)}`.execute(db);
  const row = rows[0];
  const state = row && stateOf(row, now);
  const failure = (kind: "KEY" | "NETWORK") => ({
    failure: {
      kind,
      ...(row ? { key: { accountId: row.account_id, id: row.id, title: row.title } } : {}),
    },
  });
  if (!row || state === "REVOKED" || state === "EXPIRED")
    throw new AppError(
      "unauthorized",
      "Ключ API не подходит: он отозван, истёк или указан с ошибкой",
      failure("KEY"),
    );
  if (row.is_sandbox && !sandbox)
    throw new AppError(
      "unauthorized",
      "Это ключ песочницы: с настоящими деньгами он не работает. Выпустите новый ключ",
      failure("KEY"),
    );
  if (state === "SUSPENDED" || row.responsible_role === null)
    throw new AppError(
      "key_suspended",
      `Ключ API приостановлен: ${suspensionOf(row)}. Владелец компании может принять ключ в кабинете`,
      failure("KEY"),
    );
  if (!row.is_from_here)
    throw new AppError(
      "forbidden",
      `Ключ API не работает с адреса ${ip}. Добавьте адрес в список ключа`,
      failure("NETWORK"),
    );
  if (!row.is_noted)
    await sql`
      UPDATE api_keys
      SET last_used_at = ${now}, last_ip = ${ip}::inet
      WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(db);
  return {
    personId: row.responsible_id,
    sessionId: NO_SESSION,
    phone: row.code_phone,
    name: `Ключ «${row.title}»`,
    accountId: row.account_id,
    role: row.role,
    responsibleRole: row.responsible_role,
    projectIds: isUnlimitedRole(row.responsible_role) ? null : row.responsible_projects,
    workmanId: null,
    isWorkman: false,
    apiKeyId: row.id,
    codePersonId: row.code_person_id,
  };
}
