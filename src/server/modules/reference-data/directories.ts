import { sql, type Kysely } from "kysely";
import type { City, Service, ServiceGroup } from "#contract/reference-data/reference-data.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { FRESH_SECONDS } from "./answer-cached.ts";

export interface Directories {
  readonly cities: readonly City[];
  readonly groups: readonly ServiceGroup[];
  readonly services: readonly Service[];
}

/** At most once a minute, shared. */
export function makeDirectories(db: Kysely<Schema>, clock: Clock): () => Promise<Directories> {
  let loaded: { readonly until: number; readonly directories: Promise<Directories> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (!loaded || now >= loaded.until || loaded.until - now > FRESH_SECONDS * 1000) {
      const directories = load(db);
      loaded = { until: now + FRESH_SECONDS * 1000, directories };
      directories.catch(() => (loaded = undefined));
    }
    return loaded.directories;
  };
}

async function load(db: Kysely<Schema>): Promise<Directories> {
  const cities = await sql<City>`
      SELECT id, title, region, latitude, longitude FROM cities ORDER BY population DESC, title`.execute(
    db,
  );
  const services = await sql<Service>`
    SELECT s.id, s.group_id AS "groupID", s.code, s.title, s.slug, s.unit,
      s.default_receipt_text AS "defaultReceiptText",
      s.allowed_taxpayer_types AS "allowedTaxpayerTypes",
      s.needs_license AS "needsLicense", s.active AS "isActive", s.filter_index AS "filterIndex",
        g.panel_index AS "panelIndex", coalesce(j.count, 0) AS "publishedJobsCount"
    FROM services s JOIN service_groups g ON g.id = s.group_id
    LEFT JOIN (SELECT service_id, count(*)::integer AS count
      FROM jobs k
      WHERE k.kind = 'OFFER' AND k.state = 'PUBLISHED' AND k.visibility = 'ALL'
      AND EXISTS (SELECT FROM accounts a WHERE a.id = k.account_id AND a.state = 'ACTIVE')
      GROUP BY service_id) j ON j.service_id = s.id
    ORDER BY s.code`.execute(db);
  const groups = await sql<Omit<ServiceGroup, "publishedJobsCount">>`
    SELECT id, code, title, slug, panel_index AS "panelIndex", panel_index AS "filterIndex"
    FROM service_groups
    ORDER BY code`.execute(db);
  return {
    cities: cities.rows,
    services: services.rows,
    groups: groups.rows.map((group) => ({
      ...group,
      publishedJobsCount: services.rows
        .filter((service) => service.groupID === group.id)
        .reduce((sum, service) => sum + service.publishedJobsCount, 0),
    })),
  };
}
