import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { countOf } from "#contract/values/plural.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { startOfMoscowDay } from "#server/data/moscow-day.ts";
import type { Trx } from "#server/data/transaction.ts";

const DAY_MS = 86_400_000;
/** Links a day to one unregistered phone, from all companies together. */
const PER_PHONE = 3;
/** New people a company may write to in a day; a trusted one works with thousands. */
const PER_COMPANY = 100;
const PER_TRUSTED_COMPANY = 5000;
const PEOPLE = ["человека", "человек", "человек"] as const;

export const PHONE_IS_BESIEGED =
  "На этот номер сегодня уже отправлено несколько приглашений. Попробуйте завтра";

/** Links of both kinds: to a job, and of a registry. */
const LINKS = sql`
  (SELECT account_id, phone, created_at
    FROM job_invites
    WHERE secret_hash IS NOT NULL
  UNION ALL SELECT account_id, phone, created_at FROM workman_registrations)`;

/** Phones with the day's limit of links used up: strangers are not spammed. */
export async function besiegedPhones(
  trx: Trx,
  phones: readonly string[],
  at: Date,
): Promise<Set<string>> {
  if (phones.length === 0) return new Set();
  const { rows } = await sql<{ phone: string }>`
    SELECT l.phone
    FROM ${LINKS} l
    WHERE l.phone = ANY (${[...phones]}::text[])
      AND l.created_at > ${new Date(at.getTime() - DAY_MS)}
    GROUP BY l.phone
    HAVING count(*) >= ${PER_PHONE}`.execute(trx);
  return new Set(rows.map(({ phone }) => phone));
}

export interface LinksLeft {
  readonly left: number;
  readonly limit: number;
}

/** How many new people the company may still write to on this Moscow day. */
export async function linksLeft(
  db: Kysely<Schema>,
  accountId: number,
  at: Date,
): Promise<LinksLeft> {
  const { rows } = await sql<{ sent: number; trusted: boolean }>`
    SELECT a.trusted, (SELECT count(*)::integer
      FROM ${LINKS} l
      WHERE l.account_id = a.id
        AND l.created_at >= ${startOfMoscowDay(moscowDate(at))}) AS sent
    FROM accounts a
    WHERE a.id = ${accountId}`.execute(db);
  const limit = rows[0]?.trusted ? PER_TRUSTED_COMPANY : PER_COMPANY;
  return { left: Math.max(0, limit - (rows[0]?.sent ?? 0)), limit };
}

/** `linksLeft` until the commit: simultaneous invitations count each other. */
export async function claimLinks(trx: Trx, accountId: number, at: Date): Promise<LinksLeft> {
  await lockUntilCommit(trx, "linksOfCompany", accountId);
  return linksLeft(trx, accountId, at);
}

export function sayLimit(limit: number): string {
  return `За сутки компания приглашает не больше ${countOf(limit, PEOPLE)}, которых нет на платформе. Предел на сегодня достигнут, продолжите завтра`;
}

/**
 * Name of the company `a` in messages to people who do not know it: the checked one. A company
 * nobody has checked yet is named by its ИНН.
 */
export const MESSAGE_NAME = sql<string>`CASE
  WHEN a.state IN ('MODERATION', 'REJECTED') THEN 'Заказчик с ИНН ' || a.inn
  ELSE a.short_name END`;
