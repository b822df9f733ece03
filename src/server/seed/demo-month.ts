import { sql } from "kysely";
import {
  addDays,
  formatDate,
  moscowDate,
  moscowMidnight,
  type CalendarDate,
} from "#contract/values/calendar-date.ts";
import type { App } from "#server/app.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { companyInn, ogrn, personInn } from "#contract/values/check-digits.ts";
import {
  callAs,
  codeFor,
  pastedForm,
  rememberTime,
  signInAs,
  signOut,
  type DemoProduct,
} from "./demo-session.ts";

/** Sign in with it to see the month. */
export const MONTH_OWNER = "79000000021";
const HOUR_MS = 3_600_000;
const PROJECTS = ["Склады", "Магазины", "Доставка"] as const;
const LAST_NAMES = [
  "Абдулов",
  "Белов",
  "Волков",
  "Громов",
  "Дёмин",
  "Ежов",
  "Жуков",
  "Зуев",
  "Ильин",
  "Крылов",
  "Лунин",
  "Мохов",
] as const;
const FIRST_NAMES = [
  "Антон",
  "Борис",
  "Вера",
  "Глеб",
  "Дарья",
  "Егор",
  "Жанна",
  "Зоя",
  "Игорь",
  "Кира",
] as const;

export interface DemoMonth {
  readonly accountId: number;
  /** Moscow days, inclusive. */
  readonly periodStart: CalendarDate;
  readonly periodEnd: CalendarDate;
  readonly rows: number;
}

interface Options {
  readonly workmen: number;
  /** The same seed makes the same month. */
  readonly seed: number;
}

/**
 * Last month of a company with many workers, made by the product itself on a clock moved back, so
 * that screens and exports cannot contradict it: a paid invoice, a weekly registry from upload to
 * payment, returned payouts, an unrecognized payment. Decision: people and cards are written by
 * SQL: two thousand registrations would prove nothing about the money.
 */
export async function makeDemoMonth(
  product: DemoProduct,
  app: App,
  { workmen, seed }: Options,
): Promise<DemoMonth> {
  const comeBack = rememberTime(product.clock);
  const periodEnd = addDays(`${moscowDate(product.clock.now()).slice(0, 7)}-01`, -1);
  const periodStart = `${periodEnd.slice(0, 7)}-01`;
  const goTo = (day: CalendarDate, hour: number) =>
    product.clock.set(new Date(moscowMidnight(day).getTime() + hour * HOUR_MS));
  goTo(periodStart, 9);
  const at = product.clock.now();
  const accountId = await inTransaction(product.db.kysely, (trx) =>
    addCompany(trx, { workmen, seed, at }),
  );
  const people = await sql<DemoWorkman>`
    SELECT w.inn, concat_ws(' ', w.last_name, w.first_name) AS name
    FROM employments e
    JOIN workmen w ON w.id = e.workman_id
    WHERE e.account_id = ${accountId}
    ORDER BY w.id`.execute(product.db.kysely);
  const weeks = [6, 13, 20, 27].map((offset, week) => ({
    day: addDays(periodStart, offset),
    text: textOf(people.rows, addDays(periodStart, offset), week, seed),
  }));
  await topUp(
    product,
    app,
    weeks.reduce((sum, { text }) => sum + text.rubles, 0),
  );

  for (const [week, { day, text }] of weeks.entries()) {
    goTo(day, 11);
    const headers = await signInAs(product, app, MONTH_OWNER);
    const call = (method: "GET" | "POST", path: string, body?: object) =>
      callAs(app, headers, method, `/open-api/v1/payroll-registries${path}`, body);
    const { id } = await call("POST", "/paste", pastedForm(text.rows, `Неделя ${week + 1}`));
    await app.tasks.runUntilIdle();
    const { version } = await call("GET", `/${id}`);
    if (week === 1)
      await sql`UPDATE sandbox.switches SET return_next = 3 WHERE service = 'bank'`.execute(
        product.db.kysely,
      );
    await call("POST", `/${id}/send-execute-code`, { version, mode: "VALID_ONLY" });
    await call("POST", `/${id}/execute`, {
      version,
      mode: "VALID_ONLY",
      otp: await codeFor(product, MONTH_OWNER),
    });
    for (let round = 0; round < 2; round += 1) {
      product.clock.advance(10 * 60_000);
      await app.tasks.runUntilIdle();
    }
  }
  await signOut(product, MONTH_OWNER);
  comeBack();
  await app.tasks.runUntilIdle();
  // Thousands of rows have come within a minute; the server would look at them only later.
  await sql`ANALYZE`.execute(product.db.kysely);
  return { accountId, periodStart, periodEnd, rows: workmen * weeks.length };
}

interface DemoWorkman {
  readonly inn: string;
  readonly name: string;
}

async function addCompany(
  trx: Trx,
  { workmen, seed, at }: Options & { readonly at: Date },
): Promise<number> {
  const owner = await one(
    sql<{
      id: number;
    }>`
      INSERT INTO people (phone, name, email, created_at)
      VALUES (${MONTH_OWNER}, 'Большова Анна', 'demo-month@company.example', ${at})
      RETURNING id`.execute(trx),
  );
  const account = await one(
    sql<{
      id: number;
    }>`
      INSERT INTO accounts (state, legal_form, inn, kpp, ogrn, short_name, full_name, legal_address,
        trusted, contract_number, contract_date, created_at, register_name)
      VALUES ('ACTIVE', 'LEGAL_ENTITY', ${companyInn("771480265")}, '771401001',
        ${ogrn("119774600261")}, 'ООО «Большая смена»',
        'Общество с ограниченной ответственностью «Большая смена»',
        '125167, г. Москва, Ленинградский пр-т, д. 37', true, 'П-2026/2000',
          ${moscowDate(at)}::date, ${at}, 'ООО «Большая смена»') RETURNING id`.execute(trx),
  );
  await sql`
    INSERT INTO account_users (account_id, person_id, role, created_at)
    VALUES (${account.id}, ${owner.id}, 'OWNER', ${at})`.execute(trx);
  await sql`
    INSERT INTO projects (account_id, title, created_at)
    SELECT ${account.id}, title, ${at}::timestamptz
    FROM unnest(${[...PROJECTS]}::text[]) AS title`.execute(trx);
  const numbers = Array.from({ length: workmen }, (_, index) => index);
  await sql`
    WITH given AS (
      SELECT * FROM unnest(${numbers.map((no) => `7905${String(seed % 10)}${String(no).padStart(6, "0")}`)}::text[],
        ${numbers.map((no) => personInn(`77${String((seed * 1_000_003 + no * 7919) % 100_000_000).padStart(8, "0")}`))}::text[],
        ${numbers.map((no) => LAST_NAMES[no % LAST_NAMES.length])}::text[],
          ${numbers.map((no) => FIRST_NAMES[Math.floor(no / LAST_NAMES.length) % FIRST_NAMES.length])}::text[]) AS g(phone,
          inn, last_name, first_name)
    ),
      person AS (INSERT INTO people (phone, name, created_at) SELECT phone,
        last_name || ' ' || first_name, ${at}::timestamptz
        FROM given
        RETURNING id, phone),
    workman AS (
      INSERT INTO workmen (person_id, state, registration_status, smz_state, taxpayer_type, inn,
        last_name, first_name, bound_at, payout_kind)
      SELECT p.id, 'ACTIVE', 'COMPLETE', 'OK', 'SMZ', g.inn, g.last_name, g.first_name,
        ${at}::timestamptz, 'CARD'
      FROM person p
      JOIN given g USING (phone)
      ORDER BY g.phone
      RETURNING id, inn
    ),
      card AS (INSERT INTO workman_cards (workman_id, token, pan_mask, chosen_at, check_at)
        SELECT id, 'month-' || inn, '2200 **** **** 0004', ${at}::timestamptz,
        ${at}::timestamptz + interval '1 year'
        FROM workman),
    employed AS (INSERT INTO employments (account_id, workman_id, state,
      since, agreed_at) SELECT ${account.id},
      id, 'ACTIVE', ${at}::timestamptz, ${at}::timestamptz
      FROM workman)
    INSERT INTO sandbox.taxpayers (inn) SELECT inn FROM workman ON CONFLICT DO NOTHING`.execute(
    trx,
  );
  return account.id;
}

/** For the whole month, and a small sum without an invoice. */
async function topUp(product: DemoProduct, app: App, rubles: number): Promise<void> {
  const headers = await signInAs(product, app, MONTH_OWNER);
  const { id } = await callAs(app, headers, "POST", "/client-api/invoice/create", {
    amount: Math.ceil(rubles * 1.2),
  });
  await callAs(app, headers, "POST", `/sandbox/api/bank/invoices/${id}/pay`, {});
  await callAs(app, headers, "POST", `/sandbox/api/bank/invoices/${id}/pay`, {
    amount: 12_345.67,
    purpose: "Предоплата за услуги. НДС не облагается",
  });
  await app.tasks.runUntilIdle();
}

const HEADER = [
  "ИНН исполнителя",
  "ФИО исполнителя",
  "Код услуги",
  "Текст для чека",
  "Дата начала работ",
  "Дата окончания работ",
  "Сумма, ₽",
  "Проект",
];

function textOf(
  workmen: readonly DemoWorkman[],
  day: CalendarDate,
  week: number,
  seed: number,
): { readonly rows: string; readonly rubles: number } {
  const [start, end] = [formatDate(addDays(day, -6)), formatDate(addDays(day, -1))];
  let rubles = 0;
  const rows = workmen.map(({ inn, name }, index) => {
    const kopecks = 150_000 + ((seed * 31 + week * 104_729 + index * 7919) % 650_000);
    rubles += kopecks / 100;
    const amount = `${Math.floor(kopecks / 100)},${String(kopecks % 100).padStart(2, "0")}`;
    return [
      inn,
      name,
      "0101",
      `Услуги по выкладке товара за период ${start} – ${end}`,
      start,
      end,
      amount,
      PROJECTS[(index + week) % PROJECTS.length],
    ].join("\t");
  });
  return { rows: [HEADER.join("\t"), ...rows].join("\n"), rubles };
}

async function one<Row>(query: Promise<{ rows: Row[] }>): Promise<Row> {
  return (await query).rows[0] as Row;
}
