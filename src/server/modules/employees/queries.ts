import { sql, type RawBuilder } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { EmploymentState } from "#contract/employees/employment-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { PayableFacts } from "#contract/workmen/payability.ts";
import { isBlacklisted, payableFacts } from "#server/money/payability/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { pictureIdOf } from "#server/files/pictures.ts";
import { yearIncome } from "#server/data/year-income.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface EmployeeRow {
  readonly id: number;
  readonly account_id: number;
  readonly state: EmploymentState;
  readonly has_agreed: boolean;
  readonly project_ids: number[] | null;
  readonly projects: { id: number; title: string }[];
  readonly comment: string | null;
  readonly since: Date;
  readonly workman_id: number;
  readonly person_id: number;
  readonly name: string;
  readonly phone: string;
  /** Shown instead of an unconfirmed person. */
  readonly invited_phone: string | null;
  readonly inn: string | null;
  readonly taxpayer_type: TaxpayerType;
  readonly smz_state: SmzState;
  readonly picture_id: string | null;
  readonly city: { id: number; title: string } | null;
  readonly payable: PayableFacts;
  readonly is_blacklisted: boolean;
  readonly expiring_documents_count: number;
  readonly year_income_kopecks: bigint;
  readonly rating: number | null;
  readonly reviews_count: number;
  readonly finished_jobs_count: number;
  readonly last_job_at: Date | null;
}

/** Of employment `e`. */
export const LAST_JOB_AT = sql<Date | null>`
  (SELECT j.created_at
    FROM jobs j
    WHERE j.workman_id = e.workman_id AND j.account_id = e.account_id
    ORDER BY j.id DESC
    LIMIT 1)`;

const NAME = sql`concat_ws(' ', w.last_name, w.first_name, w.middle_name)`;

/**
 * Add WHERE and ORDER.
 *
 * @param now - Moscow date for documents, Moscow year for income.
 */
export function selectEmployees(now: Date, source = sql`employments`): RawBuilder<EmployeeRow> {
  const today = moscowDate(now);
  return sql<EmployeeRow>`
    SELECT e.id, e.account_id, e.state, ${HAS_AGREED} AS has_agreed, e.project_ids, e.comment, e.since, w.id AS workman_id,
      w.person_id, ${NAME} AS name, p.phone, e.invited_phone, w.inn, w.taxpayer_type, w.smz_state,
      w.rating, w.reviews_count,
      ${pictureIdOf(sql`w.person_id`)} AS picture_id,
      (SELECT jsonb_build_object('id', c.id, 'title', c.title)
        FROM cities c
        WHERE c.id = w.city_id) AS city,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'title', g.title) ORDER BY g.title)
        FROM projects g
        WHERE g.account_id = e.account_id AND g.id = ANY (e.project_ids)),
        '[]') AS projects,
      (SELECT to_jsonb(f) FROM (SELECT ${payableFacts(today)}) f) AS payable,
      ${isBlacklisted(sql`e.account_id`, today)} AS is_blacklisted,
      (SELECT count(*)::integer
        FROM workman_documents d
        WHERE d.workman_id = w.id
          AND d.state IN ('EXPIRING', 'EXPIRED')) AS expiring_documents_count,
      ${yearIncome(today)} AS year_income_kopecks,
      (SELECT count(*)::integer
        FROM jobs j
        WHERE j.workman_id = w.id AND j.state = 'FINISHED') AS finished_jobs_count,
      ${LAST_JOB_AT} AS last_job_at
    FROM ${source} e JOIN workmen w ON w.id = e.workman_id JOIN people p ON p.id = w.person_id`;
}

/** A limited user reaches employees of own projects. Source: `domain.md` §2.1, «Deny wins». */
export function withinReach(actor: Actor): RawBuilder<unknown> {
  return actor.projectIds === null
    ? sql`e.account_id = ${actor.accountId}`
    : sql`e.account_id = ${actor.accountId} AND e.project_ids && ${actor.projectIds}::integer[]`;
}

/** @throws AppError `not_found` — absent, foreign or out of reach. */
export async function loadEmployee(
  trx: Trx,
  where: RawBuilder<unknown>,
  id: number,
  now: Date,
): Promise<EmployeeRow> {
  const { rows } = await sql<EmployeeRow>`
      ${selectEmployees(now)} WHERE ${where} AND e.id = ${id} FOR UPDATE OF e`.execute(trx);
  if (!rows[0]) throw notFound("Исполнитель не найден");
  return rows[0];
}
