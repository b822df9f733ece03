import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { personInn } from "#contract/values/check-digits.ts";

export interface TestWorkman {
  readonly id: number;
  readonly personId: number;
  readonly inn: string;
  readonly phone: string;
  /** Last, first, middle. */
  readonly fullName: string;
}

let serial = 0;

/** ACTIVE, with a bound card. */
export async function aWorkman(
  db: Kysely<Schema>,
  over: { state?: string; smzState?: string; taxpayerType?: string } = {},
): Promise<TestWorkman> {
  const workman = (await manyWorkmen(db, 1))[0] as TestWorkman;
  await sql`
    UPDATE workmen
    SET state = coalesce(${over.state ?? null}, state),
      smz_state = coalesce(${over.smzState ?? null}, smz_state),
      taxpayer_type = coalesce(${over.taxpayerType ?? null}, taxpayer_type) WHERE id = ${workman.id}`.execute(
    db,
  );
  return workman;
}

// prettier-ignore
const LAST = ["Алексеев", "Борисов", "Васильев", "Григорьев", "Денисов", "Егоров", "Захаров", "Иванов", "Кириллов", "Леонов", "Максимов", "Николаев", "Орехов", "Петров", "Романов", "Сергеев"];
const FIRST = [
  "Андрей",
  "Борис",
  "Виктор",
  "Глеб",
  "Денис",
  "Егор",
  "Захар",
  "Илья",
  "Кирилл",
  "Лев",
  "Максим",
];
const MIDDLE = [
  "Андреевич",
  "Борисович",
  "Викторович",
  "Денисович",
  "Егорович",
  "Ильич",
  "Кириллович",
  "Львович",
  "Максимович",
];

/**
 * 100 000 in seconds.
 *
 * @param employer - has them as favourites.
 */
async function manyWorkmen(
  db: Kysely<Schema>,
  count: number,
  employer?: number,
): Promise<TestWorkman[]> {
  const first = serial + 1;
  serial += count;
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const inns = numbers.map((number) => personInn(`77${String(number).padStart(8, "0")}`));
  const names = numbers.map(
    (number) =>
      [
        LAST[number % LAST.length],
        FIRST[number % FIRST.length],
        MIDDLE[number % MIDDLE.length],
      ] as const,
  );
  const phones = numbers.map((number) => `792${String(number).padStart(8, "0")}`);
  const people = await sql<{ id: number }>`
    INSERT INTO people (phone, name)
    SELECT phone, name
    FROM unnest(${phones}::text[],
      ${names.map((name) => name.join(" "))}::text[]) WITH ORDINALITY AS g(phone, name, no)
    ORDER BY no RETURNING id`.execute(db);
  const personIds = people.rows.map((row) => row.id);
  const workmen = await sql<{ id: number }>`
    INSERT INTO workmen (person_id, state, registration_status, smz_state, inn, last_name,
      first_name, middle_name, birth_date, bound_at, payout_kind)
    SELECT person_id, 'ACTIVE', 'COMPLETE', 'OK', inn, last_name, first_name, middle_name,
      '1990-05-17', now() - interval '400 days', 'CARD'
    FROM unnest(${personIds}::integer[], ${inns}::text[], ${names.map((name) => name[0])}::text[],
      ${names.map((name) => name[1])}::text[], ${names.map((name) => name[2])}::text[])
      WITH ORDINALITY AS g(person_id, inn, last_name, first_name, middle_name, no)
    ORDER BY no RETURNING id`.execute(db);
  const ids = workmen.rows.map((row) => row.id);
  await sql`
    INSERT INTO workman_cards (workman_id, token, pan_mask, chosen_at)
    SELECT id, 'card-' || phone, '220070******' || right(phone, 4), now()
    FROM unnest(${ids}::integer[], ${phones}::text[]) AS g(id, phone)`.execute(db);
  await sql`
    INSERT INTO sandbox.taxpayers (inn)
    SELECT inn
    FROM unnest(${inns}::text[]) AS inn
    ON CONFLICT DO NOTHING`.execute(db);
  if (employer)
    await sql`
      INSERT INTO employments (account_id, workman_id, state, agreed_at)
      SELECT ${employer}, id, 'ACTIVE', now()
      FROM unnest(${ids}::integer[]) AS id`.execute(db);
  // Statistics decide between a millisecond and a second on a table that just grew.
  if (count > 1000)
    await sql`ANALYZE people, workmen, workman_cards, sandbox.taxpayers, employments`.execute(db);
  return numbers.map((_, index) => ({
    id: ids[index] as number,
    personId: personIds[index] as number,
    inn: inns[index] as string,
    phone: phones[index] as string,
    fullName: names[index]?.join(" ") ?? "",
  }));
}
