import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import { networkOf } from "#server/http/address-network.ts";
import { AppError } from "#server/http/app-error.ts";
import {
  hasGuessedOut,
  isOfStrangers,
  refuseTooMany,
  RESEND_SECONDS,
  requesterOf,
  type AsksForCode,
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
  /** Only the requester can use it. */
  readonly by: AsksForCode;
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
  const requester = requesterOf(request.by);
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
  const expiresAt = new Date(now.getTime() + CODE_RULES.ttlSeconds * 1000);
  const id = await outside.transaction().execute(async (trx) => {
    // Concurrent requests must count each other; keep the lock order.
    await lockUntilCommit(trx, "codesOfPhone", `one-time-code phone ${request.phone}`);
    await lockUntilCommit(trx, "codesOfAddress", `one-time-code address ${networkOf(request.ip)}`);
    const proof = await refuseTooMany(platform, trx, { ...request, requester }, now);
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO one_time_codes (phone, operation, code_hash, created_at, expires_at, ip, requester,
        proof)
      VALUES (${request.phone}, ${request.operation},
        ${hashOf(platform, request.phone, request.operation, code)}, ${now}, ${expiresAt},
        ${request.ip}::inet, ${requester.ids[0]}, ${proof})
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

export interface Guess {
  /** Accepts or spoils only his codes. */
  readonly by: AsksForCode;
  readonly phone: string;
  readonly operation: string;
  readonly code: string;
  readonly field: string;
}

/**
 * A wrong guess counts even if the caller rolls back.
 *
 * @throws AppError `invalid` — field `field`.
 */
export async function useCode(platform: Parts, trx: Trx, guess: Guess): Promise<UsedCode> {
  return spendCode(platform, trx, await guessCode(platform, guess));
}

/**
 * The statement that counts compares: of guesses at the same instant none is compared beyond the
 * allowed. Before anything is locked, for it waits for those who guess the same code.
 *
 * @throws AppError `invalid` — field `field`.
 */
export async function guessCode(platform: Parts, guess: Guess): Promise<Guess & UsedCode> {
  const { clock, outside } = platform;
  const { phone, operation, code } = guess;
  const now = clock.now();
  const requester = requesterOf(guess.by);
  if (!isOfStrangers(operation) && (await hasGuessedOut(outside, phone, requester, now)))
    throw wrongCode(guess, "Слишком много неверных кодов. Попробуйте через час");
  const isRight = sql`code_hash = ${hashOf(platform, phone, operation, code)}`;
  const isLive = sql`used_at IS NULL AND expires_at > ${now}`;
  const { rows } = await sql<{
    id: bigint;
    created_at: Date;
    wrong_tries: number;
    is_right: boolean;
    is_live: boolean;
  }>`
    UPDATE one_time_codes
    SET wrong_tries = least(${CODE_RULES.tries}, wrong_tries + (NOT ${isRight} AND ${isLive})::integer)
    WHERE id = (SELECT id
      FROM one_time_codes
      WHERE phone = ${phone}
        AND operation = ${operation}
        AND requester = ANY (${requester.ids}::text[])
      ORDER BY id DESC
      LIMIT 1)
    RETURNING id, created_at, wrong_tries, ${isRight} AS is_right, ${isLive} AS is_live`.execute(
    outside,
  );
  const found = rows[0];
  if (!found?.is_live) throw expired(guess);
  const left = CODE_RULES.tries - found.wrong_tries;
  if (left <= 0) throw wrongCode(guess, "Слишком много попыток. Попробуйте через 15 минут");
  if (!found.is_right) throw wrongCode(guess, `Код неверный. Осталось попыток: ${left}`);
  return { ...guess, id: found.id, sentAt: found.created_at, messageId: messageIdOf(found.id) };
}

/** @throws AppError `invalid` — another call has used it. */
export async function spendCode(
  { clock }: Pick<Parts, "clock">,
  trx: Trx,
  guessed: Guess & UsedCode,
): Promise<UsedCode> {
  const { rows } = await sql`
    UPDATE one_time_codes SET used_at = ${clock.now()}
    WHERE id = ${guessed.id} AND used_at IS NULL
    RETURNING id`.execute(trx);
  if (rows.length === 0) throw expired(guessed);
  return guessed;
}

/** A guess without a living code counts as one too: in the journal it is the same attempt. */
function wrongCode({ field, phone }: Guess, text: string): AppError {
  return new AppError("invalid", undefined, {
    errors: { [field]: [text] },
    failure: { kind: "CODE", phone },
  });
}

function expired(guess: Guess): AppError {
  return wrongCode(guess, "Срок действия кода истёк. Запросите новый");
}
