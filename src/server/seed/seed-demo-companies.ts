import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";
import { DEMO_COMPANIES, type DemoCompany } from "./demo-companies.ts";

const DAY_MS = 86_400_000;

/**
 * Besides the two to sign in for.
 *
 * @returns ids by key.
 */
export async function seedCompanies(
  trx: Trx,
  now: Date,
): Promise<Record<DemoCompany["customer"], number>> {
  const text = (pick: (one: DemoCompany) => string) => DEMO_COMPANIES.map(pick);
  const createdAt = DEMO_COMPANIES.map(
    (_, index) => new Date(now.getTime() - (210 - index * 17) * DAY_MS),
  );
  const { rows } = await sql<{ id: number }>`
    INSERT INTO accounts (state, legal_form, inn, kpp, ogrn, short_name, full_name, legal_address,
      about, city_id, trusted, created_at, register_name)
    SELECT 'ACTIVE', 'LEGAL_ENTITY', g.inn, g.kpp, g.ogrn, 'ООО «' || g.name || '»',
      'Общество с ограниченной ответственностью «' || g.name || '»', g.address, g.about, c.id, true,
      g.created_at, 'ООО «' || g.name || '»'
    FROM unnest(${text((one) => one.inn)}::text[], ${text((one) => one.kpp)}::text[],
      ${text((one) => one.ogrn)}::text[], ${text((one) => one.name)}::text[],
      ${text((one) => one.address)}::text[],
      ${text((one) => one.about)}::text[], ${text((one) => one.city)}::text[],
        ${createdAt}::timestamptz[]) WITH ORDINALITY AS g(inn, kpp, ogrn, name, address, about,
        city, created_at, no)
    LEFT JOIN cities c ON c.title = g.city ORDER BY g.no RETURNING id`.execute(trx);
  return Object.fromEntries(
    DEMO_COMPANIES.map(({ customer }, index) => [customer, rows[index]?.id]),
  ) as Record<DemoCompany["customer"], number>;
}
