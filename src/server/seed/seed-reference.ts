import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";
import { CITIES } from "#server/integrations/maps/cities.ts";
import { CALENDAR_EXCEPTIONS } from "./calendar.ts";
import { SERVICE_GROUPS, SERVICES } from "./services.ts";

/** A repeated run updates without duplicates. */
export async function seedReference(trx: Trx): Promise<void> {
  await seedCities(trx);
  await seedServices(trx);
  await sql`
    INSERT INTO calendar_exceptions (day, is_working)
    SELECT *
    FROM unnest(${CALENDAR_EXCEPTIONS.map((one) => one.day)}::date[],
      ${CALENDAR_EXCEPTIONS.map((one) => one.isWorking)}::boolean[])
    ON CONFLICT (day) DO UPDATE SET is_working = excluded.is_working`.execute(trx);
}

async function seedCities(trx: Trx): Promise<void> {
  await sql`
    INSERT INTO cities (title, region, population, latitude, longitude)
    SELECT g.*
    FROM unnest(${CITIES.map((city) => city.title)}::text[],
      ${CITIES.map((city) => city.region)}::text[],
      ${CITIES.map((city) => city.population)}::integer[],
      ${CITIES.map((city) => city.latitude)}::float8[],
      ${CITIES.map((city) => city.longitude)}::float8[])
      AS g(title, region, population, latitude, longitude)
    WHERE NOT EXISTS (SELECT FROM cities c WHERE c.title = g.title AND c.region = g.region)`.execute(
    trx,
  );
}

async function seedServices(trx: Trx): Promise<void> {
  const groups = SERVICE_GROUPS.map((group) => ({ ...group, id: Number(group.code) }));
  const services = SERVICES.map((service) => ({
    ...service,
    id: Number(service.code),
    groupId: Number(service.code.slice(0, 2)),
    receiptText: `Услуги: ${lowerFirst(service.title)}`,
  }));
  await sql`
    INSERT INTO service_groups (id, code, slug, title, panel_index)
    SELECT id, code, slug, title, id
    FROM unnest(${groups.map((one) => one.id)}::integer[], ${groups.map((one) => one.code)}::text[],
      ${groups.map((one) => one.slug)}::text[],
      ${groups.map((one) => one.title)}::text[]) AS g(id, code, slug, title)
    ON CONFLICT (id) DO UPDATE
    SET code = excluded.code, slug = excluded.slug, title = excluded.title,
      panel_index = excluded.panel_index`.execute(trx);
  await sql`
    INSERT INTO services (id, group_id, code, slug, title, unit, default_receipt_text, risk_level,
      needs_license, allowed_taxpayer_types, filter_index)
    SELECT g.*, '{SMZ,IP,IP_SMZ,INDIVIDUAL}', g.id
    FROM unnest(${services.map((one) => one.id)}::integer[],
      ${services.map((one) => one.groupId)}::integer[], ${services.map((one) => one.code)}::text[],
      ${services.map((one) => one.slug)}::text[], ${services.map((one) => one.title)}::text[],
        ${services.map((one) => one.unit)}::text[],
      ${services.map((one) => one.receiptText)}::text[], ${services.map((one) => one.risk)}::text[],
        ${services.map((one) => one.needsLicense)}::boolean[])
      AS g(id, group_id, code, slug, title, unit, receipt_text, risk, needs_license)
    ON CONFLICT (id) DO UPDATE
    SET group_id = excluded.group_id, code = excluded.code, slug = excluded.slug,
      title = excluded.title, unit = excluded.unit,
      default_receipt_text = excluded.default_receipt_text, risk_level = excluded.risk_level,
        needs_license = excluded.needs_license, filter_index = excluded.filter_index`.execute(trx);
}

function lowerFirst(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}
