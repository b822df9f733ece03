import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import { networkOf } from "#server/http/address-network.ts";
import { AppError, invalid } from "#server/http/app-error.ts";
import {
  hasGuessedOut,
  isOfStrangers,
  refuseTooMany,
  RESEND_SECONDS,
  type Requester,
} from "./code-limits.ts";
import type { Platform } from "#server/platform.ts";
import type { Trx } from "#server/data/transaction.ts";

const CODE_RULES = { ttlSeconds: 300, tries: 5 } as const;

export interface IssueRequest {
  /** Or an e-mail address with `byMail`. */
  readonly phone: string;
  readonly byMail?: boolean;
  /** Opens only this one. */
  readonly operation: string;
  /** «Код входа». */
  readonly purpose: string;
  readonly ip: string;
  /** Without a session only the requester can use it. */
  readonly requester?: Requester;
  /** `false`: counts and answers alike but sends nothing (unknown phone). */
  readonly deliver: boolean;
}

export interface UsedCode {
  readonly id: bigint;
  readonly sentAt: Date;
  readonly messageId: string;
}

const messageIdOf = (id: bigint) => `otp-${id}`;

/** `outside`: counts a wrong guess while the caller's transaction is open. */
type Parts = Pick<Platform, "outside" | "sms" | "mail" | "clock" | "secrets">;

const hashOf = ({ secrets }: Parts, phone: string, operation: string, code: string) =>
  secrets.digest("one-time-code", `${phone}\n${operation}\n${code}`);

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
 * Stored hashed, for one operation, invalid after five wrong tries.
 *
 * @throws AppError `too_many_requests` — with the wait.
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
    // Concurrent requests must count each other; keep the lock order.
    await lockUntilCommit(trx, "codesOfPhone", `one-time-code phone ${request.phone}`);
    await lockUntilCommit(trx, "codesOfAddress", `one-time-code address ${networkOf(request.ip)}`);
    const proof = await refuseTooMany(platform, trx, request, now);
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO one_time_codes (phone, operation, code_hash, created_at, expires_at, ip, requester,
        proof)
      VALUES (${request.phone}, ${request.operation},
        ${hashOf(platform, request.phone, request.operation, code)}, ${now}, ${expiresAt},
        ${request.ip}::inet,
        ${isOfStrangers(request.operation) ? (request.requester?.ids[0] ?? request.ip) : null}, ${proof})
      ON CONFLICT (proof) DO NOTHING
      RETURNING id`.execute(trx);
    // The proof was used before.
    if (!rows[0]) throw new AppError("too_many_requests");
    return rows[0].id;
  });
  // Not awaited: known and unknown phones take the same time.
  if (request.deliver)
    void deliver(
      platform,
      request,
      `${request.purpose}: ${code}. Никому его не сообщайте`,
      messageIdOf(id),
    ).catch(() => {});
  return { expiresAt, resendAt: new Date(now.getTime() + RESEND_SECONDS * 1000) };
}

/**
 * A wrong guess counts even if the caller rolls back.
 *
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
    requesters,
  }: {
    phone: string;
    operation: string;
    code: string;
    field: string;
    /** Without a session: accepts or spoils only their codes. */
    requesters?: readonly string[];
  },
): Promise<UsedCode> {
  const { clock, outside } = platform;
  const now = clock.now();
  const wrongCode = (text: string) =>
    new AppError("invalid", undefined, {
      errors: { [field]: [text] },
      failure: { kind: "CODE", phone },
    });
  if (!isOfStrangers(operation) && (await hasGuessedOut(outside, phone, now)))
    throw wrongCode("Слишком много неверных кодов. Попробуйте через час");
  const his = requesters === undefined ? sql`` : sql`AND requester = ANY (${requesters}::text[])`;
  const hash = hashOf(platform, phone, operation, code);
  const used = await sql<{ id: bigint; created_at: Date }>`
    UPDATE one_time_codes SET used_at = ${now}
    WHERE id = (SELECT id
      FROM one_time_codes
      WHERE phone = ${phone} AND operation = ${operation} ${his}
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

  const counted = await sql<{ wrong_tries: number }>`
    UPDATE one_time_codes SET wrong_tries = wrong_tries + 1
    WHERE id = (SELECT id
      FROM one_time_codes
      WHERE phone = ${phone} AND operation = ${operation} ${his}
      ORDER BY id DESC
      LIMIT 1)
      AND used_at IS NULL AND expires_at > ${now} AND wrong_tries < ${CODE_RULES.tries}
    RETURNING wrong_tries`.execute(outside);
  const left = CODE_RULES.tries - (counted.rows[0]?.wrong_tries ?? CODE_RULES.tries);
  if (left > 0) throw wrongCode(`Код неверный. Осталось попыток: ${left}`);
  const dead = await sql<{ tried_out: boolean }>`
    SELECT wrong_tries >= ${CODE_RULES.tries} AS tried_out FROM one_time_codes
    WHERE phone = ${phone}
      AND operation = ${operation} ${his}
      AND used_at IS NULL
      AND expires_at > ${now}
    ORDER BY id DESC
    LIMIT 1`.execute(outside);
  if (dead.rows[0]?.tried_out) throw wrongCode("Слишком много попыток. Попробуйте через 15 минут");
  throw invalid({ [field]: ["Срок действия кода истёк. Запросите новый"] });
}
