import { sql } from "kysely";

/** Of `workmen w`; rubles, jsonb. */
export const WORKMAN_SERVICES = sql`
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'priceFrom', trim_scale(x.price_kopecks / 100.0))
    ORDER BY s.code)
    FROM workman_services x
    JOIN services s ON s.id = x.service_id
    WHERE x.workman_id = w.id),
    '[]')`;
