import { sql, type RawBuilder } from "kysely";
import { isAllowed } from "#contract/access/access.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { TAXPAYER_TYPE, type TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { Workman, WorkmanService } from "#contract/workmen/workman.ts";
import type { SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { Actor } from "#server/http/actor.ts";
import { pictureIdOf, presentPicture } from "#server/files/pictures.ts";
import { isBlacklisted } from "#server/money/payability/index.ts";
import { workmanName } from "./workman-card.ts";
import { WORKMAN_SERVICES } from "./workman-services.ts";

export interface WorkmanRow {
  readonly id: number;
  readonly last_name: string;
  readonly first_name: string;
  readonly about: string;
  readonly picture_id: string | null;
  readonly city: { id: number; title: string } | null;
  readonly services: WorkmanService[];
  readonly taxpayer_type: TaxpayerType;
  readonly smz_state: SmzState;
  readonly created_at: Date;
  readonly rating: number | null;
  readonly reviews_count: number;
  readonly finished_jobs_count: number;
  readonly employee_id: number | null;
  readonly is_blacklisted: boolean;
}

/**
 * Add WHERE and ORDER.
 *
 * @param today - Moscow date, yyyy-MM-dd, for the blacklist.
 */
export function selectWorkmen(
  actor: Actor | null,
  today: string,
  source = sql`workmen`,
): RawBuilder<WorkmanRow> {
  const accountId = actor?.accountId ?? 0;
  return sql<WorkmanRow>`
    SELECT w.id, w.last_name, w.first_name, w.about, w.taxpayer_type, w.smz_state, w.created_at,
      w.rating, w.reviews_count, ${pictureIdOf(sql`w.person_id`)} AS picture_id,
      (SELECT jsonb_build_object('id', c.id, 'title', c.title)
        FROM cities c
        WHERE c.id = w.city_id) AS city,
      ${WORKMAN_SERVICES} AS services,
      ${FINISHED_JOBS_COUNT} AS finished_jobs_count,
      (SELECT e.id
        FROM employments e
        WHERE e.account_id = ${accountId}
          AND e.workman_id = w.id
          AND e.state <> 'ENDED') AS employee_id,
      ${isBlacklisted(accountId, today)} AS is_blacklisted
    FROM ${source} w`;
}

/** Of workman `w`. */
export const FINISHED_JOBS_COUNT = sql`
  (SELECT count(*)::integer FROM jobs j WHERE j.workman_id = w.id AND j.state = 'FINISHED')`;

export function presentWorkman(row: WorkmanRow, actor: Actor | null): Workman {
  return {
    id: row.id,
    name: workmanName(row.last_name, row.first_name, actor),
    picture: presentPicture(row.picture_id),
    city: row.city,
    rating: row.rating,
    reviewsCount: row.reviews_count,
    finishedJobsCount: row.finished_jobs_count,
    description: row.about || null,
    services: row.services,
    taxpayerType: definitionFor(TAXPAYER_TYPE, row.taxpayer_type),
    isSmzConfirmed: row.smz_state === "OK",
    registeredAt: row.created_at.toISOString(),
    employeeID: row.employee_id,
    permissions: {
      createInvite: !row.is_blacklisted && isAllowed("offers.manage", actor),
      addToEmployees: row.employee_id === null && isAllowed("employees.manage", actor),
      blacklist: !row.is_blacklisted && isAllowed("blacklist.manage", actor),
    },
  };
}
