import { randomBytes, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { sql, type Kysely } from "kysely";
import type pg from "pg";
import { isRoleId, isUnlimitedRole } from "#contract/access/roles.ts";
import type { Schema } from "#server/database/schema.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Trx } from "#server/platform/transaction.ts";

const ACCESS_MINUTES = 15;
const SESSION_DAYS = 30;
const ISSUER = "samozanyatye";
const AUDIENCE = "console";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Sessions {
  /** Starts a session of the person, acting for the account with the widest role, if any. */
  start(trx: Trx, personId: number, device: { ip: string; userAgent: string }): Promise<Tokens & { readonly sessionId: string }>;
  /** Another pair for a session that lives, when the first one was lost on its way. @throws AppError `unauthorized`. */
  again(trx: Trx, sessionId: string): Promise<Tokens>;
  /**
   * Changes a refresh token for a new pair. A token that was used before ends its whole family: one of the two who hold
   * it is a thief.
   *
   * @throws AppError `unauthorized`.
   */
  refresh(trx: Trx, refreshToken: string): Promise<Tokens>;
  end(trx: Trx, sessionId: string, reason: "logout" | "logout-everywhere"): Promise<void>;
  /** Ends the session a refresh token belongs to; an unknown token ends nothing. */
  endByRefreshToken(trx: Trx, refreshToken: string): Promise<void>;
  endAllOf(trx: Trx, personId: number): Promise<void>;
  /** @throws AppError `not_found` when the person is no active user of the account. */
  switchAccount(trx: Trx, actor: Actor, accountId: number): Promise<Tokens>;
  /** The caller behind a bearer token. @throws AppError `unauthorized`. */
  actorOf(accessToken: string): Promise<Actor>;
}

interface Dependencies {
  readonly pool: pg.Pool;
  /** For what is kept although the request's transaction is undone. */
  readonly outside: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Access tokens live a quarter of an hour; rights are read from the database on each request, never from the token. */
export function makeSessions({ pool, outside, clock, secrets }: Dependencies): Sessions {
  const hashOf = (token: string) => secrets.digest("refresh-token", token);
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

  async function issue(trx: Trx, sessionId: string, personId: number): Promise<Tokens> {
    const now = clock.now();
    const refreshToken = randomBytes(32).toString("base64url");
    await sql`INSERT INTO refresh_tokens (token_hash, session_id, issued_at) VALUES (${hashOf(refreshToken)}, ${sessionId}::uuid, ${now})`.execute(trx);
    const accessToken = await new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
      .setSubject(String(personId))
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setJti(randomUUID())
      .setIssuedAt(seconds(now))
      .setNotBefore(seconds(now))
      .setExpirationTime(seconds(now) + ACCESS_MINUTES * 60)
      .sign(secrets.tokenKey);
    return { accessToken, refreshToken };
  }

  async function loadActor(sessionId: string): Promise<Actor | null> {
    // Named, so that PostgreSQL plans it once a connection: it stands before every request.
    const { rows } = await pool.query<ActorRow>({ name: "actor-of-session", text: ACTOR_OF_SESSION, values: [sessionId, clock.now()] });
    const row = rows[0];
    if (!row) return null;
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
    };
  }

  return {
    async start(trx, personId, { ip, userAgent }) {
      const now = clock.now();
      const id = randomUUID();
      await sql`
        INSERT INTO sessions (id, person_id, account_id, created_at, last_seen_at, expires_at, confirmed_at, ip, user_agent)
        VALUES (${id}::uuid, ${personId}, (
          SELECT u.account_id FROM account_users u JOIN accounts a ON a.id = u.account_id
          WHERE u.person_id = ${personId} AND u.state = 'ACTIVE'
          ORDER BY a.state = 'ACTIVE' DESC, array_position(ARRAY['OWNER','ADMIN','FINANCE_MANAGER'], u.role) NULLS LAST, u.account_id LIMIT 1
        ), ${now}, ${now}, ${new Date(now.getTime() + SESSION_DAYS * 86_400_000)}, ${now}, ${ip}::inet, ${userAgent})`.execute(trx);
      return { ...(await issue(trx, id, personId)), sessionId: id };
    },

    async again(trx, sessionId) {
      const { rows } = await sql<{ person_id: number }>`
        SELECT s.person_id FROM sessions s JOIN people p ON p.id = s.person_id AND p.state = 'ACTIVE'
        WHERE s.id = ${sessionId}::uuid AND s.ended_at IS NULL AND s.expires_at > ${clock.now()}`.execute(trx);
      if (!rows[0]) throw new AppError("unauthorized");
      return issue(trx, sessionId, rows[0].person_id);
    },

    async refresh(trx, refreshToken) {
      const now = clock.now();
      const hash = hashOf(refreshToken);
      // One statement: of two who send the token at the same instant one gets the pair, the other is a replay.
      const { rows } = await sql<{ session_id: string; person_id: number }>`
        UPDATE refresh_tokens t SET used_at = ${now} FROM sessions s JOIN people p ON p.id = s.person_id
        WHERE t.token_hash = ${hash} AND t.used_at IS NULL AND s.id = t.session_id AND s.ended_at IS NULL AND s.expires_at > ${now} AND p.state = 'ACTIVE'
        RETURNING t.session_id, s.person_id`.execute(trx);
      const found = rows[0];
      if (!found) {
        // Kept although this request is refused, so not in its transaction.
        await sql`
          UPDATE sessions SET ended_at = ${now}, end_reason = 'refresh-reused'
          WHERE id = (SELECT session_id FROM refresh_tokens WHERE token_hash = ${hash} AND used_at IS NOT NULL) AND ended_at IS NULL AND expires_at > ${now}`.execute(outside);
        throw new AppError("unauthorized");
      }
      await sql`UPDATE sessions SET last_seen_at = ${now} WHERE id = ${found.session_id}::uuid`.execute(trx);
      return issue(trx, found.session_id, found.person_id);
    },

    async end(trx, sessionId, reason) {
      await sql`UPDATE sessions SET ended_at = ${clock.now()}, end_reason = ${reason} WHERE id = ${sessionId}::uuid AND ended_at IS NULL`.execute(trx);
    },

    async endByRefreshToken(trx, refreshToken) {
      await sql`
        UPDATE sessions SET ended_at = ${clock.now()}, end_reason = 'logout'
        WHERE id = (SELECT session_id FROM refresh_tokens WHERE token_hash = ${hashOf(refreshToken)}) AND ended_at IS NULL`.execute(trx);
    },

    async endAllOf(trx, personId) {
      await sql`UPDATE sessions SET ended_at = ${clock.now()}, end_reason = 'logout-everywhere' WHERE person_id = ${personId} AND ended_at IS NULL`.execute(trx);
    },

    async switchAccount(trx, actor, accountId) {
      const { rows } = await sql`
        UPDATE sessions SET account_id = ${accountId}
        WHERE id = ${actor.sessionId}::uuid
          AND EXISTS (SELECT FROM account_users WHERE account_id = ${accountId} AND person_id = ${actor.personId} AND state = 'ACTIVE')
        RETURNING 1`.execute(trx);
      if (rows.length === 0) throw new AppError("not_found", "Компания не найдена");
      return issue(trx, actor.sessionId, actor.personId);
    },

    async actorOf(accessToken) {
      let sessionId: unknown;
      let subject: string | undefined;
      try {
        const { payload } = await jwtVerify(accessToken, secrets.tokenKey, {
          algorithms: ["HS256"], typ: "at+jwt", issuer: ISSUER, audience: AUDIENCE, requiredClaims: ["sub", "sid", "exp", "nbf"], currentDate: clock.now(),
        });
        sessionId = payload["sid"];
        subject = payload.sub;
      } catch (cause) {
        throw new AppError("unauthorized", undefined, { cause });
      }
      const actor = typeof sessionId === "string" && UUID.test(sessionId) ? await loadActor(sessionId) : null;
      if (!actor || String(actor.personId) !== subject) throw new AppError("unauthorized");
      return actor;
    },
  };
}

const ACTOR_OF_SESSION = `
  SELECT p.id, p.phone, p.name, s.account_id, u.role, u.project_ids, w.id AS workman_id
  FROM sessions s
  JOIN people p ON p.id = s.person_id AND p.state = 'ACTIVE'
  LEFT JOIN account_users u ON u.account_id = s.account_id AND u.person_id = p.id AND u.state = 'ACTIVE'
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
}
