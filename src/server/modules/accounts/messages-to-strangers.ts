import { sql, type Kysely } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { countOf } from "#contract/values/plural.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { startOfMoscowDay } from "#server/data/moscow-day.ts";
import type { Trx } from "#server/data/transaction.ts";
import { AppError } from "#server/http/app-error.ts";

const DAY_MS = 86_400_000;
/** Links a day, from all companies. */
const PER_PHONE = 3;
/** Strangers a day; a trusted company works with thousands. */
const PER_COMPANY = 100;
const PER_TRUSTED_COMPANY = 5000;
const PEOPLE = ["человека", "человек", "человек"] as const;

const PHONE_IS_BESIEGED =
  "На этот номер сегодня уже отправлено несколько приглашений. Попробуйте завтра";

/** Who never worked with the company. */
export async function strangersAmong(
  trx: Trx,
  accountId: number,
  workmanIds: readonly number[],
): Promise<Set<number>> {
  if (workmanIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT w.id
    FROM workmen w
    WHERE w.id = ANY (${[...workmanIds]}::integer[])
      AND NOT EXISTS (SELECT FROM employments e
        WHERE e.account_id = ${accountId}
          AND e.workman_id = w.id
          AND ${HAS_AGREED})
      AND NOT EXISTS (SELECT FROM job_offers o
        WHERE o.account_id = ${accountId} AND o.workman_id = w.id)`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

interface MessagesLeft {
  readonly left: number;
  readonly limit: number;
}

export async function messagesLeft(
  db: Kysely<Schema>,
  accountId: number,
  at: Date,
): Promise<MessagesLeft> {
  const { rows } = await sql<{ sent: number; trusted: boolean }>`
    SELECT a.trusted, (SELECT count(*)::integer
      FROM stranger_messages m
      WHERE m.account_id = a.id
        AND m.created_at >= ${startOfMoscowDay(moscowDate(at))}) AS sent
    FROM accounts a
    WHERE a.id = ${accountId}`.execute(db);
  const limit = rows[0]?.trusted ? PER_TRUSTED_COMPANY : PER_COMPANY;
  return { left: Math.max(0, limit - (rows[0]?.sent ?? 0)), limit };
}

/**
 * In the order of phones; claims of a company wait for each other.
 *
 * @param isLink - unregistered phones, which get a link by SMS.
 * @returns refusals by phone.
 */
export async function claimMessages(
  trx: Trx,
  accountId: number,
  phones: readonly string[],
  isLink: boolean,
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  if (phones.length === 0) return refused;
  await lockUntilCommit(trx, "linksOfCompany", accountId);
  if (isLink)
    for (const phone of await besiegedPhones(trx, phones, at))
      refused.set(phone, PHONE_IS_BESIEGED);
  const { left, limit } = await messagesLeft(trx, accountId, at);
  const allowed = phones.filter((phone) => !refused.has(phone));
  for (const phone of allowed.slice(left)) refused.set(phone, sayLimit(limit));
  await sql`
    INSERT INTO stranger_messages (account_id, phone, is_link, created_at)
    SELECT ${accountId}, phone, ${isLink}, ${at}
    FROM unnest(${allowed.slice(0, left)}::text[]) AS p (phone)`.execute(trx);
  return refused;
}

/** @throws AppError `too_many_requests`. */
export async function claimMessage(
  trx: Trx,
  accountId: number,
  phone: string,
  isLink: boolean,
  at: Date,
): Promise<void> {
  const refusal = (await claimMessages(trx, accountId, [phone], isLink, at)).get(phone);
  if (refusal !== undefined)
    throw new AppError("too_many_requests", refusal, {
      details: { retryAfterSeconds: DAY_MS / 1000 },
    });
}

async function besiegedPhones(trx: Trx, phones: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    SELECT m.phone
    FROM stranger_messages m
    WHERE m.is_link
      AND m.phone = ANY (${[...phones]}::text[])
      AND m.created_at > ${new Date(at.getTime() - DAY_MS)}
    GROUP BY m.phone
    HAVING count(*) >= ${PER_PHONE}`.execute(trx);
  return rows.map(({ phone }) => phone);
}

export function sayLimit(limit: number): string {
  return `За сутки компания приглашает не больше ${countOf(limit, PEOPLE)}, с которыми ещё не работала. Предел на сегодня достигнут, продолжите завтра`;
}

/** The register's name of a checked company `a` for people who do not know it, or its ИНН. */
export const MESSAGE_NAME = sql<string>`CASE
  WHEN a.state IN ('MODERATION', 'REJECTED') OR a.register_name IS NULL
    THEN 'Заказчик с ИНН ' || a.inn
  ELSE a.register_name END`;
