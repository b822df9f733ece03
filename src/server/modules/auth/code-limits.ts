import { sql } from "kysely";
import type { Actor } from "#server/http/actor.ts";
import { networkOf } from "#server/http/address-network.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";
import type { Trx } from "#server/data/transaction.ts";
import { askForWork, bitsFor, readProof } from "./proof-of-work.ts";

/** Source: `domain.md` §1.7, `reliability.md` R12; decision 0133. */
const LIMITS = {
  resendSeconds: 60,
  perPhoneHour: 5,
  perPhoneDay: 10,
  perIpHour: 20,
  /** A device the owner has used. */
  perKnownDeviceHour: 10,
  /** Over all operations and records. */
  perPersonMinute: 6,
  perPersonHour: 30,
  perPersonDay: 100,
  /** Wrong guesses. */
  wrongPerPersonHour: 15,
} as const;
export const RESEND_SECONDS = LIMITS.resendSeconds;

/** Operations without a session. */
const STRANGERS = ["login", "register"];
/** A new phone or address is unproven. */
export const isOfStrangers = (operation: string) =>
  STRANGERS.includes(operation) || /^(phone|email)-change:/.test(operation);
const OF_STRANGERS = sql`
  (operation = ANY (${STRANGERS}::text[]) OR operation ~ '^(phone|email)-change:')`;

export interface Requester {
  /** The device's mark, its address; the person or key. The code keeps the first. */
  readonly ids: readonly [string, ...string[]];
  readonly isKnown: boolean;
  readonly proof?: string | undefined;
}

/** A stranger is told by his device, a signed-in person by himself, a key apart from its people. */
export type AsksForCode = Requester | Pick<Actor, "personId" | "apiKeyId">;

export function requesterOf(by: AsksForCode): Requester {
  if ("ids" in by) return by;
  const { personId, apiKeyId } = by;
  const id = apiKeyId === undefined ? `person:${personId}` : `key:${apiKeyId}`;
  return { ids: [id], isKnown: false };
}

interface Asked {
  readonly phone: string;
  readonly operation: string;
  readonly ip: string;
  readonly requester: Requester;
}

const tooMany = (text: string, seconds: number, more: object = {}) =>
  new AppError("too_many_requests", text, { details: { retryAfterSeconds: seconds, ...more } });
const waitFor = (seconds: number) =>
  tooMany(`Новый код можно запросить через ${seconds} сек.`, seconds);

/**
 * A signed-in person has one budget a phone, a stranger budgets by phone and address. Nobody spends
 * another's: who asks for codes of the owner's phone has his own, and a stranger's known device or
 * proof of work passes the limit.
 *
 * @returns name of the proof; `null`: none needed.
 * @throws AppError `too_many_requests` — with the wait, and the work that would do.
 */
export async function refuseTooMany(
  platform: Pick<Platform, "clock" | "secrets">,
  trx: Trx,
  asked: Asked,
  now: Date,
): Promise<string | null> {
  if (isOfStrangers(asked.operation)) return refuseStranger(platform, trx, asked, now);
  await refusePerson(trx, asked, now);
  return null;
}

async function refusePerson(
  trx: Trx,
  { phone, operation, requester }: Asked,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ wait: number | null; minute: number; hour: number; day: number }>`
    SELECT ${LIMITS.resendSeconds} - extract(epoch FROM ${now}::timestamptz
        - max(created_at) FILTER (WHERE operation = ${operation}))::integer AS wait,
      count(*) FILTER (WHERE created_at > ${now}::timestamptz - interval '1 minute')::integer
        AS minute,
      count(*) FILTER (WHERE created_at > ${now}::timestamptz - interval '1 hour')::integer AS hour,
      count(*)::integer AS day
    FROM one_time_codes
    WHERE phone = ${phone}
      AND requester = ANY (${requester.ids}::text[])
      AND NOT ${OF_STRANGERS}
      AND created_at > ${now}::timestamptz - interval '1 day'`.execute(trx);
  const seen = rows[0];
  if (!seen) return;
  if (seen.wait !== null && seen.wait > 0) throw waitFor(seen.wait);
  if (seen.minute >= LIMITS.perPersonMinute) throw waitFor(60);
  if (seen.hour >= LIMITS.perPersonHour)
    throw tooMany("Слишком много запросов кода. Попробуйте через час", 3600);
  if (seen.day >= LIMITS.perPersonDay)
    throw tooMany("Слишком много запросов кода. Попробуйте завтра", 86_400);
}

async function refuseStranger(
  platform: Pick<Platform, "clock" | "secrets">,
  trx: Trx,
  { phone, operation, ip, requester }: Asked,
  now: Date,
): Promise<string | null> {
  const operations = [...STRANGERS, operation];
  const counted = sql`phone = ${phone} AND operation = ANY (${operations}::text[])`;
  const mine = sql`${counted} AND requester = ANY (${requester.ids}::text[])`;
  const lastHour = sql`created_at > ${now}::timestamptz - interval '1 hour'`;
  // The full address is kept as evidence; an IPv6 visitor has a /64.
  const isFromHere = sql`(ip = ${ip}::inet OR ip <<= ${networkOf(ip)}::cidr)`;
  const { rows } = await sql<{
    wait: number | null;
    mine: number;
    hour: number;
    day: number;
    from_ip: number;
  }>`
    SELECT ${LIMITS.resendSeconds} - extract(epoch FROM ${now}::timestamptz
        - max(created_at) FILTER (WHERE ${mine}))::integer AS wait,
      count(*) FILTER (WHERE ${mine} AND ${lastHour})::integer AS mine,
      count(*) FILTER (WHERE ${counted} AND ${lastHour})::integer AS hour,
      count(*) FILTER (WHERE ${counted})::integer AS day,
      count(*) FILTER (WHERE ${isFromHere} AND ${OF_STRANGERS} AND ${lastHour})::integer AS from_ip
    FROM one_time_codes
    WHERE (phone = ${phone} AND created_at > ${now}::timestamptz - interval '1 day')
      OR (${isFromHere} AND ${lastHour})`.execute(trx);
  const seen = rows[0];
  if (!seen) return null;
  if (seen.wait !== null && seen.wait > 0) throw waitFor(seen.wait);
  if (requester.isKnown && seen.mine < LIMITS.perKnownDeviceHour) return null;
  const isToday = seen.day >= LIMITS.perPhoneDay;
  if (!isToday && seen.hour < LIMITS.perPhoneHour && seen.from_ip < LIMITS.perIpHour) return null;
  const bits = bitsFor(
    Math.max(seen.hour - LIMITS.perPhoneHour, seen.from_ip - LIMITS.perIpHour, 0),
  );
  const proof =
    requester.proof === undefined ? null : readProof(platform, phone, requester.proof, bits);
  if (proof !== null) return proof;
  throw tooMany(
    `Слишком много запросов кода. Попробуйте ${isToday ? "завтра" : "через час"}`,
    isToday ? 86_400 : 3600,
    { work: askForWork(platform, phone, bits) },
  );
}

/** Strangers guess only codes they requested. */
export async function hasGuessedOut(
  trx: Pick<Platform, "outside">["outside"],
  phone: string,
  { ids }: Requester,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ wrong: number | null }>`
    SELECT sum(wrong_tries)::integer AS wrong
    FROM one_time_codes
    WHERE phone = ${phone}
      AND requester = ANY (${ids}::text[])
      AND NOT ${OF_STRANGERS}
      AND created_at > ${now}::timestamptz - interval '1 hour'`.execute(trx);
  return (rows[0]?.wrong ?? 0) >= LIMITS.wrongPerPersonHour;
}
