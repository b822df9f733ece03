import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";
import { DAYS_OFF, WORKED_WEEKENDS } from "./calendar.ts";
import { CITIES } from "./cities.ts";
import { SERVICE_GROUPS } from "./services.ts";

/**
 * Cities, services and the production calendar; run again, it brings the dictionaries up to date
 * and adds nothing twice.
 */
export async function seedReference(trx: Trx): Promise<void> {
  await seedCities(trx);
  await seedServices(trx);
  await sql`
    INSERT INTO calendar_exceptions (day, is_working)
    SELECT day, false
    FROM unnest(${DAYS_OFF}::date[]) AS day
    UNION ALL SELECT day, true
    FROM unnest(${WORKED_WEEKENDS}::date[]) AS day
    ON CONFLICT (day) DO UPDATE SET is_working = excluded.is_working`.execute(trx);
}

async function seedCities(trx: Trx): Promise<void> {
  await sql`
    INSERT INTO cities (title, region, population, latitude, longitude)
    SELECT g.*
    FROM unnest(${CITIES.map((city) => city[0])}::text[], ${CITIES.map((city) => city[1])}::text[],
      ${CITIES.map((city) => city[2])}::integer[],
      ${CITIES.map((city) => city[3])}::float8[],
        ${CITIES.map((city) => city[4])}::float8[]) AS g(title, region, population, latitude,
        longitude)
    WHERE NOT EXISTS (SELECT FROM cities c WHERE c.title = g.title AND c.region = g.region)`.execute(
    trx,
  );
}

async function seedServices(trx: Trx): Promise<void> {
  const groups = SERVICE_GROUPS.map((group, index) => ({
    ...group,
    id: index + 1,
    code: String(index + 1).padStart(2, "0"),
  }));
  const services = groups.flatMap((group) =>
    group.services.map(([title, slug, unit, risk, license], index) => ({
      id: group.id * 100 + index + 1,
      groupId: group.id,
      code: group.code + String(index + 1).padStart(2, "0"),
      title,
      slug,
      unit,
      risk: risk ?? "LOW",
      needsLicense: license === "license",
      receiptText: `Услуги: ${lowerFirst(title)}`,
    })),
  );
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
