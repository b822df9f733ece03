import { sql } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { LIVE_PLACE_HEADER } from "#contract/kernel/api-bases.ts";
import { AppError } from "#server/http/app-error.ts";
import { readPhone } from "#server/http/read-phone.ts";
import type { Serve } from "#server/http/serve.ts";
import { announce } from "#server/data/live.ts";
import type { Platform } from "#server/platform.ts";
import { loadMyInfo } from "../my-info.ts";
import { codeSent } from "../code-sent.ts";
import { useCode } from "../one-time-codes.ts";
import { deviceCookie } from "../device-cookie.ts";
import { refreshCookie } from "../refresh-cookie.ts";
import {
  endAllSessions,
  endSession,
  endSessionOfToken,
  refreshSession,
  startSession,
  switchAccount,
  type Tokens,
} from "../sessions.ts";

const NO_TOKENS: Tokens = { accessToken: "", refreshToken: "" };

export function serveAuth(serve: Serve, platform: Platform): void {
  const { db, askOf } = platform;
  const cookie = refreshCookie(platform.https, platform.publicUrl);
  const device = deviceCookie(platform.https, platform.secrets);

  serve(authEndpoints.sendOtp, async ({ body, request, reply, trx }) => {
    const phone = readPhone(body.phoneNumber, "phoneNumber");
    const { rows } = await sql<{
      active: boolean;
    }>`SELECT state = 'ACTIVE' AS active FROM people WHERE phone = ${phone}`.execute(trx);
    // Known and unknown phones get one answer; `exists` chooses the SMS.
    const deliver = body.exists ? rows[0]?.active === true : rows.length === 0;
    const operation = body.exists ? "login" : "register";
    const requester = await device.requesterOf(reply, trx, phone, request.ip);
    device.mark(reply);
    return codeSent(platform, {
      phone,
      operation,
      by: { ...requester, proof: body.proof },
      purpose: body.exists ? "Код входа" : "Код регистрации",
      ip: request.ip,
      deliver,
    });
  });

  serve(authEndpoints.login, async ({ body, request, reply, trx, audit }) => {
    const phone = readPhone(body.phoneNumber, "phoneNumber");
    await useCode(platform, trx, {
      by: await device.requesterOf(reply, trx, phone, request.ip),
      phone,
      operation: "login",
      code: body.code,
      field: "code",
    });
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`SELECT id, name FROM people WHERE phone = ${phone} AND state = 'ACTIVE'`.execute(trx);
    const person = rows[0];
    if (!person) throw new AppError("unauthorized");
    const { accessToken, refreshToken } = await startSession(platform, trx, person.id, request);
    audit({ event: "auth.login", object: { type: "person", id: person.id, title: person.name } });
    cookie.set(reply, refreshToken);
    device.remember(reply, person.id);
    return { accessToken, refreshToken };
  });

  serve(authEndpoints.refreshJwt, async ({ body, request, reply, trx, audit }) => {
    const given = body.refreshToken || cookie.read(reply.request);
    if (!given) throw new AppError("unauthorized");
    const { wasLost, ...tokens } = await refreshSession(platform, trx, given, request);
    audit({ event: "auth.refreshed", ...(wasLost ? { reason: "answer-lost" } : {}) });
    cookie.set(reply, tokens.refreshToken);
    return tokens;
  });

  serve(authEndpoints.logout, async ({ actor, body, reply, trx, audit }) => {
    audit({ event: "auth.logout" });
    const given = body.refreshToken || cookie.read(reply.request);
    if (actor) await endSession(platform, trx, actor.sessionId, "logout");
    if (given) await endSessionOfToken(platform, trx, given);
    if (actor) await announce(trx, { to: `session:${actor.sessionId}`, resource: "session" });
    cookie.clear(reply);
    return NO_TOKENS;
  });

  serve(authEndpoints.logoutEverywhere, async ({ actor, reply, trx, audit }) => {
    audit({ event: "auth.logout", reason: "everywhere" });
    await endAllSessions(platform, trx, actor.personId);
    cookie.clear(reply);
    return NO_TOKENS;
  });

  serve(authEndpoints.switchAccount, async ({ actor, body, reply, trx, audit }) => {
    const tokens = await switchAccount(platform, trx, actor, body.accountID);
    audit({
      event: "auth.account_switched",
      accountId: body.accountID,
      object: { type: "account", id: body.accountID },
    });
    cookie.set(reply, tokens.refreshToken);
    return tokens;
  });

  serve(authEndpoints.myInfo, ({ actor, reply }) => {
    void reply.header(LIVE_PLACE_HEADER, platform.hub.place);
    return loadMyInfo(askOf(db), actor, platform);
  });
}
