import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { ValidationScope, Db } from "../registry-kind.ts";

export interface PersonFacts {
  readonly phone: string;
  /** `null` for a customer. */
  readonly workmanId: number | null;
  readonly inn: string | null;
  readonly state: string | null;
  readonly taxpayerType: string | null;
  readonly employment: string | null;
}

export interface PeopleQuestion {
  readonly inns: string[];
  readonly phones: string[];
  readonly externalIds: string[];
}

export interface PeopleAnswer {
  readonly people: PersonFacts[];
  readonly blackInns: string[];
  readonly blackPhones: string[];
  /** Phones with the company's open invitation and its Moscow date. */
  readonly invited: [phone: string, on: string][];
  readonly usedExternalIds: [externalId: string, registryNumber: number][];
}

/**
 * By phones and INNs, with blacklist entries and invitations. Entries with a phone only count for a
 * known INN, too.
 */
export async function loadPeople(
  db: Db,
  scope: ValidationScope & { readonly now: string },
  { inns, phones }: Omit<PeopleQuestion, "externalIds">,
): Promise<Omit<PeopleAnswer, "usedExternalIds">> {
  const { rows: people } = await sql<PersonFacts>`
    SELECT p.phone, w.id AS "workmanId", w.inn, w.state, w.taxpayer_type AS "taxpayerType",
      e.state AS employment
    FROM (SELECT id
      FROM people
      WHERE phone = ANY (${phones}::text[])
      UNION SELECT person_id
      FROM workmen
      WHERE inn = ANY (${inns}::text[])) found
    JOIN people p ON p.id = found.id LEFT JOIN workmen w ON w.person_id = p.id
    LEFT JOIN employments e ON e.account_id = ${scope.accountId} AND e.workman_id = w.id`.execute(
    db,
  );
  const knownInns = [...inns, ...people.flatMap(({ inn }) => inn ?? [])];
  const knownPhones = [...phones, ...people.map(({ phone }) => phone)];
  const { rows: black } = await sql<{ inn: string | null; phone: string | null }>`
    SELECT inn, phone
    FROM blacklist_entries
    WHERE account_id = ${scope.accountId} AND (until IS NULL OR until >= ${scope.today}::date)
      AND (inn = ANY (${knownInns}::text[]) OR phone = ANY (${knownPhones}::text[]))`.execute(db);
  const { rows: invited } = await sql<{ phone: string; at: Date }>`
    SELECT phone, max(created_at) AS at FROM workman_registrations
    WHERE account_id = ${scope.accountId}
      AND phone = ANY (${phones}::text[])
      AND used_at IS NULL
      AND canceled_at IS NULL
      AND expires_at > ${scope.now}::timestamptz
    GROUP BY phone`.execute(db);
  return {
    people,
    blackInns: black.flatMap(({ inn }) => inn ?? []),
    blackPhones: black.flatMap(({ phone }) => phone ?? []),
    invited: invited.map(({ phone, at }) => [phone, moscowDate(at)]),
  };
}
