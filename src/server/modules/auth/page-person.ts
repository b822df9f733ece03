import type { FastifyRequest } from "fastify";
import type { MyInfo } from "#contract/auth/session.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Platform } from "#server/platform.ts";
import { loadMyInfo } from "./my-info.ts";
import { refreshCookie } from "./refresh-cookie.ts";
import { accessTokenOf, hashOf, loadActor } from "./sessions.ts";

const READING_MINUTES = 1;

type Parts = Pick<
  Platform,
  "pool" | "outside" | "clock" | "secrets" | "db" | "askOf" | "sandbox" | "https" | "publicUrl"
>;

interface PagePerson {
  /** Contains neither phone nor address. */
  readonly me: MyInfo;
  /** For the server's reads; never sent. */
  readonly token: string;
}

/**
 * By the refresh cookie, which is not exchanged: that would void the browser's.
 *
 * @returns `null` for a guest, and for a request that is no page visit.
 */
export function readPagePerson(
  platform: Parts,
): (request: FastifyRequest) => Promise<PagePerson | null> {
  const cookie = refreshCookie(platform.https, platform.publicUrl);
  return async (request) => {
    const given = cookie.readOfVisit(request);
    const userAgent = (request.headers["user-agent"] ?? "").slice(0, 300);
    const actor = given ? await actorOfRefreshToken(platform, given, userAgent) : null;
    if (!actor) return null;
    const me = await loadMyInfo(platform.askOf(platform.db), actor, platform);
    return {
      me: { ...me, phone: "", email: null, city: null },
      token: await accessTokenOf(platform, actor, READING_MINUTES),
    };
  };
}

/** Changes nothing. */
async function actorOfRefreshToken(
  platform: Parts,
  refreshToken: string,
  userAgent: string,
): Promise<Actor | null> {
  const { rows } = await platform.pool.query<{ id: string }>({
    name: "session-of-refresh-token",
    text: SESSION_OF_REFRESH_TOKEN,
    values: [hashOf(platform, refreshToken), platform.clock.now(), userAgent],
  });
  return rows[0] ? loadActor(platform, rows[0].id, null) : null;
}

const SESSION_OF_REFRESH_TOKEN = `
  SELECT s.id
  FROM refresh_tokens t
  JOIN sessions s ON s.id = t.session_id
  WHERE t.token_hash = $1 AND s.ended_at IS NULL AND s.expires_at > $2
    AND (s.leaf_hash = $1
      OR (s.parent_hash = $1 AND s.parent_until > $2 AND s.user_agent IS NOT DISTINCT FROM $3))`;
