import { sql } from "kysely";
import { maskAccount } from "#contract/values/bank-details.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { TAX_PERMISSION } from "#contract/workman-taxes/tax-permissions.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";
import { bankAccount } from "#contract/values/check-digits.ts";
import { DEMO_WORKMEN, fullNameOf, type DemoWorkman } from "./demo-workmen.ts";

const DAY_MS = 86_400_000;

const BANK = {
  bik: "044525225",
  name: "ПАО Сбербанк",
  correspondent: "30101810400000000225",
} as const;

/** @returns ids by phone. */
export async function seedWorkmen(
  trx: Trx,
  now: Date,
  secrets: Secrets,
): Promise<Map<string, number>> {
  const ids = await addWorkmen(trx, now);
  await addCards(trx, ids, now);
  await addPaymentAccounts(trx, ids, now, secrets);
  await addServices(trx, ids);
  await addForeignPapers(trx, ids.get("79000000105") as number, now);
  await addTaxpayers(trx, now);
  await addTaxBindings(trx, now);
  await addTaxReferences(trx, ids, now);
  await letPlatformPayTax(trx, ids.get("79000000101") as number, now);
  return ids;
}

async function addWorkmen(trx: Trx, now: Date): Promise<Map<string, number>> {
  const all = DEMO_WORKMEN;
  const text = (pick: (one: DemoWorkman) => string | null) => all.map(pick);
  const createdAt = all.map((_, index) => new Date(now.getTime() - (200 - index * 2) * DAY_MS));
  await sql`
    INSERT INTO people (phone, name, city_id, created_at)
    SELECT g.phone, g.name, c.id, g.created_at
    FROM unnest(${text((one) => one.phone)}::text[],
      ${text((one) => fullNameOf(one) || "Новый исполнитель")}::text[],
      ${text((one) => one.city)}::text[], ${createdAt}::timestamptz[])
      WITH ORDINALITY AS g(phone, name, city, created_at, no)
    LEFT JOIN cities c ON c.title = g.city ORDER BY g.no`.execute(trx);
  const { rows } = await sql<{ id: number; phone: string }>`
    INSERT INTO workmen (person_id, state, registration_status, registration_step, smz_state,
      taxpayer_type, inn, last_name, first_name, middle_name, citizenship, birth_date,
      city_id, bound_at, payout_kind, error, about, created_at)
    SELECT p.id, g.state, g.registration_status, g.step, g.smz_state, g.taxpayer_type, g.inn,
      g.last_name, g.first_name, g.middle_name, g.citizenship, g.birth_date,
      p.city_id, CASE
        WHEN g.smz_state IN ('OK', 'LIMITED')
        AND g.taxpayer_type = 'SMZ' THEN g.created_at + interval '1 day' END, g.payout_kind,
          g.error, g.about, g.created_at
    FROM unnest(${text((one) => one.phone)}::text[], ${text((one) => one.state)}::text[],
      ${text((one) => one.registrationStatus)}::text[],
      ${text((one) => one.registrationStep)}::text[],
      ${text((one) => one.smzState)}::text[], ${text((one) => one.taxpayerType)}::text[],
        ${text((one) => one.inn)}::text[], ${text((one) => one.lastName)}::text[],
      ${text((one) => one.firstName)}::text[], ${text((one) => one.middleName)}::text[],
        ${text((one) => one.citizenship)}::text[], ${text((one) => one.birthDate)}::date[],
      ${text((one) => one.payoutKind)}::text[], ${text((one) => one.error)}::text[],
        ${text((one) => one.about)}::text[], ${createdAt}::timestamptz[])
      WITH ORDINALITY AS g(phone, state, registration_status, step, smz_state, taxpayer_type, inn,
        last_name, first_name, middle_name, citizenship, birth_date, payout_kind, error, about,
        created_at, no)
    JOIN people p ON p.phone = g.phone ORDER BY g.no
    RETURNING id, (SELECT phone FROM people WHERE people.id = workmen.person_id)`.execute(trx);
  return new Map(rows.map((row) => [row.phone, row.id]));
}

/** For pay by card or phone; a payment account is stored separately. */
async function addCards(trx: Trx, ids: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const holders = DEMO_WORKMEN.filter(
    (one) => one.payoutKind === "CARD" || one.payoutKind === "SBP",
  );
  const bound = new Date(now.getTime() - 30 * DAY_MS);
  await sql`
    INSERT INTO workman_cards (workman_id, token, pan_mask, bound_at, chosen_at, confirmed_at)
    SELECT id, 'card-' || phone, '220070******' || right(phone, 4), ${bound}::timestamptz,
      ${bound}::timestamptz, ${bound}::timestamptz
    FROM unnest(${holders.map((one) => ids.get(one.phone))}::integer[],
      ${holders.map((one) => one.phone)}::text[]) AS g(id, phone)`.execute(trx);
}

async function addPaymentAccounts(
  trx: Trx,
  ids: ReadonlyMap<string, number>,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const holders = DEMO_WORKMEN.filter((one) => one.payoutKind === "PAYMENT_ACCOUNT").map((one) => {
    const account = bankAccount(
      BANK.bik,
      one.taxpayerType === "IP" ? "40802810" : "40817810",
      one.phone,
    );
    return { id: ids.get(one.phone), sealed: secrets.seal(account), mask: maskAccount(account) };
  });
  await sql`
    INSERT INTO workman_payment_accounts (workman_id, bank_bik, bank_name, cor_account_number,
      sealed_account_number, account_mask, confirmed_at)
    SELECT id, ${BANK.bik}, ${BANK.name}, ${BANK.correspondent}, decode(sealed, 'hex'), mask,
      ${new Date(now.getTime() - 30 * DAY_MS)}::timestamptz
    FROM unnest(${holders.map((one) => one.id)}::integer[],
      ${holders.map((one) => one.sealed.toString("hex"))}::text[],
      ${holders.map((one) => one.mask)}::text[]) AS g(id, sealed, mask)`.execute(trx);
}

async function addServices(trx: Trx, ids: ReadonlyMap<string, number>): Promise<void> {
  const pairs = DEMO_WORKMEN.flatMap((one) =>
    one.services.map((service) => ({ workman: ids.get(one.phone), service })),
  );
  await sql`
    INSERT INTO workman_services (workman_id, service_id)
    SELECT * FROM unnest(${pairs.map((pair) => pair.workman)}::integer[],
      ${pairs.map((pair) => pair.service)}::integer[])`.execute(trx);
}

/** Of a citizen of Kazakhstan; the registration expires in ten days. Source: `domain.md` §1.5. */
async function addForeignPapers(trx: Trx, workmanId: number, now: Date): Promise<void> {
  const papers = [
    ["passport", "VALID", 1400],
    ["migration_card", "VALID", 60],
    ["registration_list", "EXPIRING", 10],
    ["medical_examination", "VALID", 240],
    ["fingerprinting", "VALID", null],
  ] as const;
  const dates = papers.map(([, , days]) => (days === null ? null : addDays(moscowDate(now), days)));
  await sql`
    INSERT INTO workman_documents (workman_id, type, state, expire_date, reminded_days, created_at)
    SELECT ${workmanId}, type, state, expire_date, CASE state
      WHEN 'EXPIRING' THEN 14 END, ${new Date(now.getTime() - 80 * DAY_MS)}::timestamptz
    FROM unnest(${papers.map(([type]) => type)}::text[],
      ${papers.map(([, state]) => state)}::text[], ${dates}::date[]) AS g(type, state, expire_date)`.execute(
    trx,
  );
}

/** In accordance with workers' `smzState`. */
async function addTaxpayers(trx: Trx, now: Date): Promise<void> {
  const known = DEMO_WORKMEN.filter(
    (one) =>
      one.inn !== null && one.taxpayerType === "SMZ" && one.registrationStatus === "COMPLETE",
  );
  await sql`
    INSERT INTO sandbox.taxpayers (inn, phone, registered, bound, other_income_kopecks)
    SELECT inn, phone, state <> 'NOTSE', state NOT IN ('NOACCESS', 'UNKNOWN'),
      CASE
        WHEN state = 'LIMITED' THEN (SELECT value
          FROM rates
          WHERE code = 'npd-year-limit-kopecks'
          ORDER BY from_date DESC
          LIMIT 1)
        ELSE 0 END
    FROM unnest(${known.map((one) => one.inn)}::text[], ${known.map((one) => one.phone)}::text[],
      ${known.map((one) => one.smzState)}::text[]) AS g(inn, phone, state)
    ON CONFLICT (inn) DO NOTHING`.execute(trx);
  // As the nightly check would write: whoever is at the limit has earned it elsewhere.
  await sql`
    INSERT INTO outside_incomes (workman_id, year, amount_kopecks, read_at)
    SELECT w.id, ${Number(moscowDate(now).slice(0, 4))}, t.other_income_kopecks, ${now}
    FROM sandbox.taxpayers t
    JOIN workmen w ON w.inn = t.inn
    WHERE t.other_income_kopecks > 0
    ON CONFLICT DO NOTHING`.execute(trx);
}

async function addTaxBindings(trx: Trx, now: Date): Promise<void> {
  await sql`
    INSERT INTO tax_bindings (workman_id, status, permissions, requested_at, checked_at)
    SELECT id, 'COMPLETED', ${[...TAX_PERMISSION.ids]}::text[], bound_at,
      ${new Date(now.getTime() - DAY_MS / 2)}
    FROM workmen
    WHERE bound_at IS NOT NULL AND taxpayer_type = 'SMZ'`.execute(trx);
}

/** A failed one, and ordered ones made once the platform runs. */
async function addTaxReferences(
  trx: Trx,
  ids: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const year = Number(moscowDate(now).slice(0, 4));
  const ordered = [
    ["79000000101", "INCOME", year - 2, "FAILED", 40],
    ["79000000101", "REGISTRATION", year, "PROCESSING", 0],
    ["79000000201", "INCOME", year - 1, "PROCESSING", 0],
  ] as const;
  await sql`
    INSERT INTO tax_references (workman_id, type, year, state, due_at, created_at)
    SELECT workman_id, type, year, state, CASE state
      WHEN 'PROCESSING' THEN ${now}::timestamptz END, ${now}::timestamptz - days * interval '1 day'
    FROM unnest(${ordered.map(([phone]) => ids.get(phone))}::integer[],
      ${ordered.map(([, type]) => type)}::text[], ${ordered.map(([, , of]) => of)}::integer[],
      ${ordered.map(([, , , state]) => state)}::text[],
        ${ordered.map(([, , , , days]) => days)}::integer[]) AS g(workman_id, type, year, state,
        days)`.execute(trx);
}

/** His pay then shows a reserve. */
async function letPlatformPayTax(trx: Trx, workmanId: number, now: Date): Promise<void> {
  await sql`UPDATE workmen SET tax_payer = 'PLATFORM' WHERE id = ${workmanId}`.execute(trx);
  await sql`
    INSERT INTO tax_account_infos (workman_id, bonus_kopecks, unpaid_kopecks, debt_kopecks, read_at)
    SELECT ${workmanId}, t.bonus_kopecks, 0, 0, ${now}::timestamptz
    FROM workmen w
    JOIN sandbox.taxpayers t ON t.inn = w.inn
    WHERE w.id = ${workmanId}`.execute(trx);
}
