import { sql, type Kysely, type RawBuilder } from "kysely";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { Employment } from "#contract/employees/employee.ts";
import {
  EMPLOYMENT_STATE,
  EMPLOYMENT_TRANSITIONS,
  type EmploymentState,
} from "#contract/employees/employment-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { notFound } from "#server/http/app-error.ts";

interface EmploymentRow {
  readonly id: number;
  readonly account_id: number;
  readonly short_name: string;
  readonly state: EmploymentState;
  readonly since: Date;
}

interface ListRequest {
  readonly states: readonly EmploymentState[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. A customer's blacklist is not shown. */
export async function listEmployments(
  db: Kysely<Schema>,
  workmanId: number,
  { states, limit, offset }: ListRequest,
): Promise<{ items: Employment[]; total: bigint }> {
  const where = sql`
    e.workman_id = ${workmanId}
      AND e.state <> 'BLACKLISTED' ${
        states?.length
          ? sql`
        AND e.state = ANY (${states}::text[])`
          : sql``
      }`;
  const { rows } = await select(
    sql`${where} ORDER BY e.since DESC, e.id DESC LIMIT ${limit} OFFSET ${offset}`,
  ).execute(db);
  const count = await sql<{
    total: bigint;
  }>`SELECT count(*) AS total FROM employments e WHERE ${where}`.execute(db);
  return { items: rows.map(present), total: count.rows[0]?.total ?? 0n };
}

export async function loadEmployment(db: Kysely<Schema>, id: number): Promise<Employment> {
  const { rows } = await select(sql`e.id = ${id}`).execute(db);
  if (!rows[0]) throw notFound();
  return present(rows[0]);
}

function select(where: RawBuilder<unknown>): RawBuilder<EmploymentRow> {
  return sql<EmploymentRow>`
    SELECT e.id, e.account_id, a.short_name, e.state, e.since
    FROM employments e
    JOIN accounts a ON a.id = e.account_id
    WHERE ${where}`;
}

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
