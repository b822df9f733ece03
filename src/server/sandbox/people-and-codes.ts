import { sql, type Kysely } from "kysely";
import { ROLES, isRoleId } from "#contract/access/roles.ts";
import type { Schema } from "#server/data/generated/schema.ts";

const MOST_CODES = 50;
const MOST_PEOPLE = 200;

export interface SentCode {
  readonly phone: string;
  readonly code: string;
  readonly text: string;
  readonly sentAt: string;
}

export async function readCodes(
  db: Kysely<Schema>,
  phone: string | null,
  now: Date,
): Promise<SentCode[]> {
  const { rows } = await sql<{ phone: string; text: string; code: string; arrives_at: Date }>`
    SELECT phone, text, substring(text FROM '(\\d{6})\\. Никому') AS code, arrives_at
    FROM sandbox.sms
    WHERE (${phone}::text IS NULL OR phone = ${phone})
      AND arrives_at <= ${now}
      AND text ~ '\\d{6}\\. Никому'
    ORDER BY id DESC LIMIT ${MOST_CODES}`.execute(db);
  return rows.map((row) => ({
    phone: row.phone,
    code: row.code,
    text: row.text,
    sentAt: row.arrives_at.toISOString(),
  }));
}

export async function readTexts(
  db: Kysely<Schema>,
  phone: string | null,
  now: Date,
): Promise<{ phone: string; text: string; sentAt: string }[]> {
  const { rows } = await sql<{ phone: string; text: string; arrives_at: Date }>`
    SELECT phone, text, arrives_at
    FROM sandbox.sms
    WHERE (${phone}::text IS NULL OR phone = ${phone}) AND arrives_at <= ${now}
    ORDER BY id DESC
    LIMIT ${MOST_CODES}`.execute(db);
  return rows.map((row) => ({
    phone: row.phone,
    text: row.text,
    sentAt: row.arrives_at.toISOString(),
  }));
}

/** With `phone`, to the person's current address. */
export async function readMails(
  db: Kysely<Schema>,
  phone: string | null,
  now: Date,
): Promise<{ email: string; subject: string; text: string; html: string; sentAt: string }[]> {
  const { rows } = await sql<{
    email: string;
    subject: string;
    text: string;
    html: string;
    arrives_at: Date;
  }>`
    SELECT email, subject, text, html, arrives_at FROM sandbox.mails
    WHERE (${phone}::text IS NULL
      OR email = (SELECT p.email FROM people p WHERE p.phone = ${phone}))
      AND arrives_at <= ${now}
    ORDER BY id DESC
    LIMIT ${MOST_CODES}`.execute(db);
  return rows.map((row) => ({
    email: row.email,
    subject: row.subject,
    text: row.text,
    html: row.html,
    sentAt: row.arrives_at.toISOString(),
  }));
}

interface PersonRow {
  readonly phone: string;
  readonly name: string;
  readonly role: string | null;
  readonly account_id: number | null;
  readonly account_title: string | null;
  readonly user_state: string | null;
  readonly workman_state: string | null;
  readonly smz_state: string | null;
  readonly registration_status: string | null;
  readonly taxpayer_type: string | null;
}

/** By phone: a line for each account of a person, and one for a worker. */
export async function readPeople(db: Kysely<Schema>) {
  const { rows } = await sql<PersonRow>`
    SELECT p.phone, p.name, u.role, u.account_id, a.short_name AS account_title,
      u.state AS user_state,
      NULL AS workman_state, NULL AS smz_state, NULL AS registration_status, NULL AS taxpayer_type
    FROM people p JOIN account_users u ON u.person_id = p.id JOIN accounts a ON a.id = u.account_id
    UNION ALL
    SELECT p.phone, p.name, NULL, NULL, NULL, NULL, w.state, w.smz_state, w.registration_status,
      w.taxpayer_type
    FROM (SELECT * FROM people ORDER BY phone LIMIT ${MOST_PEOPLE}) p
    JOIN workmen w ON w.person_id = p.id
    ORDER BY phone, account_id LIMIT ${MOST_PEOPLE}`.execute(db);
  return rows.map((row) => ({
    phone: row.phone,
    name: row.name,
    kind: row.workman_state === null ? ("user" as const) : ("workman" as const),
    role:
      row.role !== null && isRoleId(row.role)
        ? { id: row.role, title: ROLES[row.role].title }
        : null,
    account:
      row.account_id === null ? null : { id: row.account_id, title: row.account_title ?? "" },
    state: row.workman_state ?? row.user_state ?? "",
    smzState: row.smz_state,
    registrationStatus: row.registration_status,
    taxpayerType: row.taxpayer_type,
  }));
}
