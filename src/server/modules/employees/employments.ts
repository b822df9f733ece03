import { sql, type Kysely } from "kysely";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { Employment } from "#contract/employees/employee.ts";
import {
  EMPLOYMENT_STATE,
  EMPLOYMENT_TRANSITIONS,
  type EmploymentState,
} from "#contract/employees/employment-states.ts";
import type { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { notFound } from "#server/http/app-error.ts";
import type { List } from "#server/http/serve-list.ts";

interface EmploymentRow {
  readonly id: number;
  readonly account_id: number;
  readonly short_name: string;
  readonly state: EmploymentState;
  readonly since: Date;
}

/** Newest first. Being blacklisted by a customer is not shown. */
export function listEmployments(
  workmanId: number,
  states: readonly EmploymentState[] | undefined,
): List<typeof workmanEndpoints.employmentList, EmploymentRow> {
  return {
    of: "e",
    from: sql`employments e`,
    where: [
      sql`e.workman_id = ${workmanId} AND e.state <> 'BLACKLISTED'`,
      ...(states?.length ? [sql`e.state = ANY (${states}::text[])`] : []),
    ],
    order: sql`e.since DESC, e.id DESC`,
    select,
    present: (rows) => rows.map(present),
  };
}

export async function loadEmployment(db: Kysely<Schema>, id: number): Promise<Employment> {
  const { rows } = await sql<EmploymentRow>`${select()} WHERE e.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  return present(rows[0]);
}

const select = (source = sql`employments`) => sql<EmploymentRow>`
  SELECT e.id, e.account_id, a.short_name, e.state, e.since
  FROM ${source} e
  JOIN accounts a ON a.id = e.account_id`;

function present(row: EmploymentRow): Employment {
  return {
    id: row.id,
    account: { id: row.account_id, companyDetailsName: row.short_name, logoPicture: null },
    state: definitionFor(EMPLOYMENT_STATE, row.state),
    createdAt: row.since.toISOString(),
    permissions: {
      confirm: canTransit(EMPLOYMENT_TRANSITIONS, "confirm", row.state, "workman"),
      end: canTransit(EMPLOYMENT_TRANSITIONS, "end", row.state, "workman"),
    },
  };
}
