import { sql, type RawBuilder } from "kysely";
import type { AccountActor } from "#server/http/actor.ts";

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Of the rows of `workmen w`: all, or the one that is asked about. */
export interface Whose {
  readonly workmanID?: number;
}

export const NAME = sql<string>`concat_ws(' ', w.last_name, w.first_name, w.middle_name)`;

export function ofProjects({ projectIds }: AccountActor): RawBuilder<unknown> {
  return projectIds === null ? sql`` : sql`AND j.project_id = ANY (${projectIds}::integer[])`;
}

export function ofWorkman({ workmanID }: Whose, column = sql`w.id`): RawBuilder<unknown> {
  return workmanID === undefined ? sql`` : sql`AND ${column} = ${workmanID}`;
}

/** Employees `e` within reach. */
export function favourites({ accountId, projectIds }: AccountActor): RawBuilder<unknown> {
  return sql`
    e.account_id = ${accountId}
      AND e.state IN ('ACTIVE',
        'PAUSED') ${
          projectIds === null
            ? sql``
            : sql`
          AND e.project_ids && ${projectIds}::integer[]`
        }`;
}
