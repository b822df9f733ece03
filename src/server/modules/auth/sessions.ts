import { randomBytes, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { sql } from "kysely";
import { isRoleId, isUnlimitedRole } from "#contract/access/roles.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Platform } from "#server/platform.ts";
import type { Trx } from "#server/data/transaction.ts";

const ACCESS_MINUTES = 15;
const CLOCK_TOLERANCE_S = 5;
const SESSION_DAYS = 30;
/** Time to repeat a token whose answer was lost. */
const LOST_ANSWER_MS = 30_000;
const ISSUER = "samozanyatye";
const AUDIENCE = "console";
const FORGED = { failure: { kind: "TOKEN" } } as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Device {
  readonly ip: string;
  readonly userAgent: string;
}

type Parts = Pick<Platform, "pool" | "outside" | "clock" | "secrets">;

export const hashOf = ({ secrets }: Pick<Platform, "secrets">, token: string) =>
  secrets.digest("refresh-token", token);
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** @param accessId - of the pair; without one the token renews nothing. */
export function accessTokenOf(
  { clock, secrets }: Pick<Platform, "clock" | "secrets">,
  { sessionId, personId }: Pick<Actor, "sessionId" | "personId">,
  minutes: number,
  accessId?: string,
): Promise<string> {
  const issuedAt = seconds(clock.now());
  const token = new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
    .setSubject(String(personId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt - CLOCK_TOLERANCE_S)
    .setExpirationTime(issuedAt + minutes * 60);
  return (accessId ? token.setJti(accessId) : token).sign(secrets.tokenKey);
}

/** Void until stored as the session's leaf. */
async function makePair(
  platform: Pick<Platform, "clock" | "secrets">,
  sessionId: string,
  personId: number,
): Promise<Pair> {
  const refreshToken = randomBytes(32).toString("base64url");
  const accessId = randomUUID();
  const accessToken = await accessTokenOf(
    platform,
    { sessionId, personId },
    ACCESS_MINUTES,
    accessId,
  );
  return { tokens: { accessToken, refreshToken }, hash: hashOf(platform, refreshToken), accessId };
}

const remember = ({ clock }: Pick<Platform, "clock">, trx: Trx, sessionId: string, hash: Buffer) =>
  sql`
    INSERT INTO refresh_tokens (token_hash, session_id, issued_at)
    VALUES (${hash}, ${sessionId}::uuid, ${clock.now()})`.execute(trx);

/** The old leaf stays valid until the new one is used. */
async function replaceLeaf(
  platform: Parts,
  trx: Trx,
  sessionId: string,
  personId: number,
): Promise<Tokens> {
  const { tokens, hash, accessId } = await makePair(platform, sessionId, personId);
  await sql`
    UPDATE sessions
    SET parent_hash = leaf_hash, parent_until = 'infinity', leaf_hash = ${hash},
      leaf_access = ${accessId}::uuid
    WHERE id = ${sessionId}::uuid`.execute(trx);
  await remember(platform, trx, sessionId, hash);
  return tokens;
}

/** Survives the refused request's rollback. A merely rejected leaf ends nothing. */
async function endFamilyOf({ outside, clock }: Parts, hash: Buffer): Promise<void> {
  const now = clock.now();
  await outside.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      session_id: string;
      account_id: number | null;
      id: number;
      name: string;
    }>`
      UPDATE sessions s SET ended_at = ${now}, end_reason = 'refresh-reused' FROM people p
      WHERE s.id = (SELECT session_id FROM refresh_tokens WHERE token_hash = ${hash})
        AND p.id = s.person_id
        AND s.leaf_hash IS DISTINCT FROM ${hash} AND s.ended_at IS NULL AND s.expires_at > ${now}
      RETURNING s.id AS session_id, s.account_id, p.id, p.name`.execute(trx);
    const ended = rows[0];
    if (!ended) return;
    await announce(trx, { to: `session:${ended.session_id}`, resource: "session" });
    const object = { type: "person", id: ended.id, title: ended.name };
    await writeAudit(
      trx,
      SYSTEM,
      null,
      {
        event: "auth.session_ended",
        accountId: ended.account_id ?? 0,
        object,
        reason: "refresh-reused",
      },
      now,
    );
  });
}

export async function loadActor(
  { pool, clock }: Parts,
  sessionId: string,
  accessId: string | null,
): Promise<Actor | null> {
  // Named, so planned once: it precedes every request.
  const { rows } = await pool.query<ActorRow>({
    name: "actor-of-session",
    text: ACTOR_OF_SESSION,
    values: [sessionId, clock.now(), accessId],
  });
  const row = rows[0];
  if (!row) return null;
  // The answer has arrived: no need to repeat the earlier token.
  if (row.is_first_call)
    await pool.query(
      "UPDATE sessions SET parent_hash = NULL WHERE id = $1::uuid AND leaf_access = $2::uuid",
      [sessionId, accessId],
    );
  const role = row.role !== null && isRoleId(row.role) ? row.role : null;
  return {
    personId: row.id,
    sessionId,
    phone: row.phone,
    name: row.name,
    accountId: role ? row.account_id : null,
    role,
    projectIds: role !== null && isUnlimitedRole(role) ? null : row.project_ids,
    workmanId: row.workman_id,
    isWorkman: row.workman_id !== null,
    wroteAt: row.wrote_at,
  };
}

/** For the last chosen account, or the one with the widest role. */
export async function startSession(
  platform: Parts,
  trx: Trx,
  personId: number,
  { ip, userAgent }: Device,
): Promise<Tokens & { readonly sessionId: string }> {
  const { clock } = platform;
  const now = clock.now();
  const id = randomUUID();
  const { tokens, hash, accessId } = await makePair(platform, id, personId);
  await sql`
    INSERT INTO sessions (id, person_id, account_id, created_at, last_seen_at, expires_at,
      confirmed_at, ip, user_agent, leaf_hash, leaf_access, wrote_at)
    VALUES (${id}::uuid, ${personId}, (
      SELECT u.account_id FROM account_users u JOIN accounts a ON a.id = u.account_id
      WHERE u.person_id = ${personId} AND u.state = 'ACTIVE'
      ORDER BY u.account_id = (SELECT chosen_account_id
        FROM people
        WHERE id = ${personId}) DESC NULLS LAST,
        a.state = 'ACTIVE' DESC,
        array_position(ARRAY['OWNER','ADMIN','FINANCE_MANAGER'], u.role) NULLS LAST,
        u.account_id
      LIMIT 1
    ), ${now}, ${now}, ${new Date(now.getTime() + SESSION_DAYS * 86_400_000)}, ${now},
      ${ip}::inet, ${userAgent}, ${hash}, ${accessId}::uuid, clock_timestamp())`.execute(trx);
  await remember(platform, trx, id, hash);
  return { ...tokens, sessionId: id };
}

/**
 * When the first pair was lost.
 *
 * @throws AppError `unauthorized`.
 */
export async function renewSession(platform: Parts, trx: Trx, sessionId: string): Promise<Tokens> {
  const { rows } = await sql<{ person_id: number }>`
    SELECT s.person_id
    FROM sessions s
    JOIN people p ON p.id = s.person_id AND p.state = 'ACTIVE'
    WHERE s.id = ${sessionId}::uuid AND s.ended_at IS NULL AND s.expires_at > ${platform.clock.now()}`.execute(
    trx,
  );
  if (!rows[0]) throw new AppError("unauthorized");
  return replaceLeaf(platform, trx, sessionId, rows[0].person_id);
}

/**
 * A token exchanged twice ends its family: one holder is a thief. Exception: for 30 s, if the
 * answer was lost and the new pair is unused, which becomes void.
 *
 * @returns the pair and whether the previous one was lost.
 * @throws AppError `unauthorized`.
 */
export async function refreshSession(
  platform: Parts,
  trx: Trx,
  refreshToken: string,
  { userAgent }: Device,
): Promise<Tokens & { readonly wasLost: boolean }> {
  const { clock } = platform;
  const now = clock.now();
  const until = new Date(now.getTime() + LOST_ANSWER_MS);
  const given = hashOf(platform, refreshToken);
  const { rows: known } = await sql<{ id: string; person_id: number }>`
    SELECT s.id, s.person_id
    FROM refresh_tokens t
    JOIN sessions s ON s.id = t.session_id
    WHERE t.token_hash = ${given}`.execute(trx);
  if (!known[0]) throw new AppError("unauthorized", undefined, FORGED);
  const { tokens, hash, accessId } = await makePair(platform, known[0].id, known[0].person_id);
  // One statement: a concurrent request waits and sees the new state. Only the last answer is
  // valid.
  const { rows } = await sql<{ was_lost: boolean }>`
    UPDATE sessions s SET
      parent_hash = ${given}, parent_until = CASE
        WHEN s.leaf_hash = ${given} THEN ${until}::timestamptz
        ELSE least(s.parent_until, ${until}::timestamptz) END,
      leaf_hash = ${hash}, leaf_access = ${accessId}::uuid, last_seen_at = ${now},
        user_agent = ${userAgent}
    FROM people p
    WHERE s.id = ${known[0].id}::uuid
      AND p.id = s.person_id
      AND p.state = 'ACTIVE'
      AND s.ended_at IS NULL
      AND s.expires_at > ${now}
      AND (s.leaf_hash = ${given}
        OR (s.parent_hash = ${given}
          AND s.parent_until > ${now}
          AND s.user_agent IS NOT DISTINCT FROM ${userAgent}))
    RETURNING s.parent_until < ${until}::timestamptz AS was_lost`.execute(trx);
  if (!rows[0]) {
    await endFamilyOf(platform, given);
    throw new AppError("unauthorized");
  }
  await remember(platform, trx, known[0].id, hash);
  return { ...tokens, wasLost: rows[0].was_lost };
}

export async function endSession(
  { clock }: Parts,
  trx: Trx,
  sessionId: string,
  reason: "logout" | "logout-everywhere",
): Promise<void> {
  await sql`
    UPDATE sessions
    SET ended_at = ${clock.now()}, end_reason = ${reason}
    WHERE id = ${sessionId}::uuid AND ended_at IS NULL`.execute(trx);
}

export async function endSessionOfToken(
  platform: Parts,
  trx: Trx,
  refreshToken: string,
): Promise<void> {
  const { clock } = platform;
  await sql`
    UPDATE sessions SET ended_at = ${clock.now()}, end_reason = 'logout'
    WHERE id = (SELECT session_id
      FROM refresh_tokens
      WHERE token_hash = ${hashOf(platform, refreshToken)})
      AND ended_at IS NULL`.execute(trx);
}

/**
 * Open pages are notified.
 *
 * @param except - id that stays.
 */
export async function endAllSessions(
  { clock }: Pick<Platform, "clock">,
  trx: Trx,
  personId: number,
  except: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE sessions
    SET ended_at = ${clock.now()}, end_reason = 'logout-everywhere'
    WHERE person_id = ${personId}
      AND ended_at IS NULL
      AND id IS DISTINCT FROM ${except}::uuid
    RETURNING id`.execute(trx);
  for (const { id } of rows) await announce(trx, { to: `session:${id}`, resource: "session" });
}

/** @throws AppError `not_found` — not an active user. */
export async function switchAccount(
  platform: Parts,
  trx: Trx,
  actor: Actor,
  accountId: number,
): Promise<Tokens> {
  const { rows } = await sql`
    UPDATE sessions SET account_id = ${accountId}
    WHERE id = ${actor.sessionId}::uuid
      AND EXISTS (SELECT FROM account_users
        WHERE account_id = ${accountId} AND person_id = ${actor.personId} AND state = 'ACTIVE')
    RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new AppError("not_found", "Компания не найдена");
  await sql`
    UPDATE people SET chosen_account_id = ${accountId} WHERE id = ${actor.personId}`.execute(trx);
  return replaceLeaf(platform, trx, actor.sessionId, actor.personId);
}

/**
 * Tokens live 15 minutes; rights come from the database.
 *
 * @throws AppError `unauthorized`.
 */
export async function actorOfToken(platform: Parts, accessToken: string): Promise<Actor> {
  const { clock, secrets } = platform;
  let sessionId: unknown;
  let accessId: string | undefined;
  let subject: string | undefined;
  try {
    const { payload } = await jwtVerify(accessToken, secrets.tokenKey, {
      algorithms: ["HS256"],
      typ: "at+jwt",
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ["sub", "sid", "exp", "nbf"],
      currentDate: clock.now(),
    });
    sessionId = payload["sid"];
    accessId = payload.jti;
    subject = payload.sub;
  } catch (cause) {
    // Every page meets an expired one; its signature is right.
    const isOld = cause instanceof errors.JWTExpired;
    throw new AppError("unauthorized", undefined, { cause, ...(isOld ? {} : FORGED) });
  }
  const actor =
    typeof sessionId === "string" && UUID.test(sessionId)
      ? await loadActor(platform, sessionId, accessId && UUID.test(accessId) ? accessId : null)
      : null;
  if (!actor || String(actor.personId) !== subject) throw new AppError("unauthorized");
  return actor;
}

const ACTOR_OF_SESSION = `
  SELECT p.id, p.phone, p.name, s.account_id, s.wrote_at, u.role, u.project_ids, w.id AS workman_id,
    s.parent_hash IS NOT NULL AND s.leaf_access = $3::uuid AS is_first_call
  FROM sessions s
  JOIN people p ON p.id = s.person_id AND p.state = 'ACTIVE'
  LEFT JOIN account_users u ON u.account_id = s.account_id
    AND u.person_id = p.id
    AND u.state = 'ACTIVE'
  LEFT JOIN workmen w ON w.person_id = p.id AND w.state <> 'DELETED'
  WHERE s.id = $1::uuid AND s.ended_at IS NULL AND s.expires_at > $2`;

interface ActorRow {
  id: number;
  phone: string;
  name: string;
  account_id: number | null;
  role: string | null;
  project_ids: number[] | null;
  workman_id: number | null;
  is_first_call: boolean | null;
  wrote_at: Date | null;
}

interface Pair {
  readonly tokens: Tokens;
  readonly hash: Buffer;
  readonly accessId: string;
}
