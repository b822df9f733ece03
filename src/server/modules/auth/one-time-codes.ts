import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import { AppError, invalid } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";
import type { Trx } from "#server/data/transaction.ts";

/** Source: `domain.md` §1.7 and `reliability.md` R12. */
const CODE_RULES = {
  ttlSeconds: 300,
  tries: 5,
  resendSeconds: 60,
  perPhoneHour: 5,
  perPhoneDay: 10,
  perIpHour: 20,
} as const;

/** Operations available without a session. */
const STRANGERS = ["login", "register"];
/** A new phone or address is not proven yet, so its codes have the limits for strangers. */
const isOfStrangers = (operation: string) =>
  STRANGERS.includes(operation) || /^(phone|email)-change:/.test(operation);

export interface IssueRequest {
  /** A phone, or an e-mail address with `byMail`. */
  readonly phone: string;
  readonly byMail?: boolean;
  /** A code opens this operation only. */
  readonly operation: string;
  /** Text before the code, such as «Код входа». */
  readonly purpose: string;
  readonly ip: string;
  /** `false` runs counters and answers alike but sends nothing (an unknown phone). */
  readonly deliver: boolean;
}

/** A used code, the evidence of a signature. */
export interface UsedCode {
  readonly id: bigint;
  readonly sentAt: Date;
  readonly messageId: string;
}

const messageIdOf = (id: bigint) => `otp-${id}`;

/**
 * `outside` is a separate pool, because a wrong guess is counted while the caller's transaction
 * holds a connection. Without `mail` no codes go by e-mail.
 */
type Parts = Pick<Platform, "outside" | "sms" | "mail" | "clock" | "secrets">;

const hashOf = ({ secrets }: Parts, phone: string, operation: string, code: string) =>
  secrets.digest("one-time-code", `${phone}\n${operation}\n${code}`);

/**
 * Decision: limits protect a phone from strangers, so codes available without a session (sign-in,
 * registration) are counted together by phone and by IP address. A signed-in person's codes are
 * counted per operation: whoever pays ten registries in a morning is not locked out of the
 * eleventh.
 */
async function refuseTooMany(
  trx: Trx,
  { phone, ip, operation }: IssueRequest,
  now: Date,
): Promise<void> {
  const operations = isOfStrangers(operation) ? [...STRANGERS, operation] : [operation];
  const counted = sql`phone = ${phone} AND operation = ANY (${operations}::text[])`;
  const { rows } = await sql<{ wait: number | null; hour: number; day: number; from_ip: number }>`
    SELECT ${CODE_RULES.resendSeconds} - extract(epoch
      FROM ${now}::timestamptz - max(created_at) FILTER (WHERE ${counted}))::integer AS wait,
      count(*) FILTER (WHERE ${counted}
        AND created_at > ${now}::timestamptz - interval '1 hour')::integer AS hour,
      count(*) FILTER (WHERE ${counted}
        AND created_at > ${now}::timestamptz - interval '1 day')::integer AS day,
      count(*) FILTER (WHERE ip = ${ip}::inet
        AND (operation = ANY (${STRANGERS}::text[]) OR operation ~ '^(phone|email)-change:')
        AND created_at > ${now}::timestamptz - interval '1 hour')::integer AS from_ip
    FROM one_time_codes
    WHERE (phone = ${phone} AND created_at > ${now}::timestamptz - interval '1 day')
      OR (ip = ${ip}::inet AND created_at > ${now}::timestamptz - interval '1 hour')`.execute(trx);
  const seen = rows[0];
  if (!seen) return;
  const tooMany = (text: string, seconds: number) =>
    new AppError("too_many_requests", text, { details: { retryAfterSeconds: seconds } });
  if (seen.wait !== null && seen.wait > 0)
    throw tooMany(`Новый код можно запросить через ${seen.wait} сек.`, seen.wait);
  if (
    seen.hour >= CODE_RULES.perPhoneHour ||
    (isOfStrangers(operation) && seen.from_ip >= CODE_RULES.perIpHour)
  )
    throw tooMany("Слишком много запросов кода. Попробуйте через час", 3600);
  if (seen.day >= CODE_RULES.perPhoneDay)
    throw tooMany("Слишком много запросов кода. Попробуйте завтра", 86_400);
}

async function deliver(
  { sms, mail }: Parts,
  { phone, byMail, purpose }: IssueRequest,
  text: string,
  id: string,
): Promise<void> {
  if (!byMail) return sms.send(phone, text, id);
  await mail?.send({ id, to: phone, subject: purpose, text, html: `<p>${text}</p>` });
}

/**
 * Sends six random digits by SMS or e-mail: stored hashed, single use, for one operation, invalid
 * after five wrong tries.
 *
 * @throws AppError `too_many_requests` — with the wait in words.
 */
export async function issueCode(
  platform: Parts,
  request: IssueRequest,
): Promise<{ expiresAt: Date; resendAt: Date }> {
  const { clock, outside } = platform;
  const now = clock.now();
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
  const expiresAt = new Date(now.getTime() + CODE_RULES.ttlSeconds * 1000);
  const id = await outside.transaction().execute(async (trx) => {
    // Concurrent requests of one phone or IP address must count each other; the lock order is
    // fixed.
    await lockUntilCommit(trx, "codesOfPhone", `one-time-code phone ${request.phone}`);
    await lockUntilCommit(trx, "codesOfAddress", `one-time-code address ${request.ip}`);
    await refuseTooMany(trx, request, now);
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO one_time_codes (phone, operation, code_hash, created_at, expires_at, ip)
      VALUES (${request.phone}, ${request.operation},
        ${hashOf(platform, request.phone, request.operation, code)}, ${now}, ${expiresAt},
        ${request.ip}::inet)
      RETURNING id`.execute(trx);
    return rows[0]?.id as bigint;
  });
  // Not awaited: known and unknown phones must take the same time.
  if (request.deliver)
    void deliver(
      platform,
      request,
      `${request.purpose}: ${code}. Никому его не сообщайте`,
      messageIdOf(id),
    ).catch(() => {});
  return { expiresAt, resendAt: new Date(now.getTime() + CODE_RULES.resendSeconds * 1000) };
}

/**
 * Consumes the code in the caller's transaction; a wrong guess is counted even if that rolls back.
 *
 * @returns evidence that the code was sent and used.
 * @throws AppError `invalid` — field `field`.
 */
export async function useCode(
  platform: Parts,
  trx: Trx,
  {
    phone,
    operation,
    code,
    field,
  }: { phone: string; operation: string; code: string; field: string },
): Promise<UsedCode> {
  const { clock, outside } = platform;
  const now = clock.now();
  const hash = hashOf(platform, phone, operation, code);
  const used = await sql<{ id: bigint; created_at: Date }>`
    UPDATE one_time_codes SET used_at = ${now}
    WHERE id = (SELECT id
      FROM one_time_codes
      WHERE phone = ${phone} AND operation = ${operation}
      ORDER BY id DESC
      LIMIT 1)
      AND code_hash = ${hash}
        AND used_at IS NULL
        AND expires_at > ${now}
        AND wrong_tries < ${CODE_RULES.tries}
    RETURNING id, created_at`.execute(trx);
  if (used.rows[0])
    return {
      id: used.rows[0].id,
      sentAt: used.rows[0].created_at,
      messageId: messageIdOf(used.rows[0].id),
    };

  const wrongCode = (text: string) =>
    new AppError("invalid", undefined, {
      errors: { [field]: [text] },
      failure: { kind: "CODE", phone },
    });
  const counted = await sql<{ wrong_tries: number }>`
    UPDATE one_time_codes SET wrong_tries = wrong_tries + 1
    WHERE id = (SELECT id
      FROM one_time_codes
      WHERE phone = ${phone} AND operation = ${operation}
      ORDER BY id DESC
      LIMIT 1)
      AND used_at IS NULL AND expires_at > ${now} AND wrong_tries < ${CODE_RULES.tries}
    RETURNING wrong_tries`.execute(outside);
  const left = CODE_RULES.tries - (counted.rows[0]?.wrong_tries ?? CODE_RULES.tries);
  if (left > 0) throw wrongCode(`Код неверный. Осталось попыток: ${left}`);
  const dead = await sql<{ tried_out: boolean }>`
    SELECT wrong_tries >= ${CODE_RULES.tries} AS tried_out FROM one_time_codes
    WHERE phone = ${phone}
      AND operation = ${operation}
      AND used_at IS NULL
      AND expires_at > ${now}
    ORDER BY id DESC
    LIMIT 1`.execute(outside);
  if (dead.rows[0]?.tried_out) throw wrongCode("Слишком много попыток. Попробуйте через 15 минут");
  throw invalid({ [field]: ["Срок действия кода истёк. Запросите новый"] });
}
