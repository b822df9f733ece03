import { sql, type Kysely, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { NEAR_LIMIT_PERCENT, type WorkmanLimit } from "#contract/risks/risk.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { SMZ_STATE, type SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { outsideIncome, yearIncome } from "#server/data/year-income.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { favourites, NAME, ofWorkman, type Page, type Whose } from "./reach.ts";

interface LimitRow {
  readonly id: number;
  readonly workman_id: number;
  readonly name: string;
  readonly smz_state: SmzState | null;
  readonly earned: bigint;
  readonly outside: bigint;
  readonly the_limit: bigint;
  readonly left_kopecks: bigint;
}

/** The tax service may report the exceeded limit before the sum. */
function percentOf({ smz_state: state, earned, the_limit: limit }: LimitRow): number {
  const percent = limit === 0n ? 0 : Number((earned * 100n) / limit);
  return state === "LIMITED" ? Math.max(percent, 100) : percent;
}

/** Registered and pending, from any customer. */
function limits(actor: AccountActor, today: string, whose: Whose = {}): RawBuilder<LimitRow> {
  return sql<LimitRow>`
    SELECT *, CASE
      WHEN smz_state = 'LIMITED' THEN 0
      ELSE greatest(0, the_limit - earned) END::bigint AS left_kopecks
    FROM (
      SELECT e.id, w.id AS workman_id, ${NAME} AS name, w.smz_state, ${yearIncome(today)} AS earned, ${outsideIncome(today)} AS outside,
        coalesce(${rateOn("npd-year-limit-kopecks", today)}, 0) AS the_limit
      FROM employments e
      JOIN workmen w ON w.id = e.workman_id
      WHERE ${favourites(actor)} ${ofWorkman(whose)} AND w.taxpayer_type IN ('SMZ', 'IP_SMZ')) x`;
}

export async function listLimits(
  db: Kysely<Schema>,
  actor: AccountActor,
  today: string,
  { limit, offset, ...whose }: Page & Whose,
): Promise<{ items: WorkmanLimit[]; total: bigint }> {
  const { rows } = await sql<LimitRow>`
      SELECT * FROM (${limits(actor, today, whose)}) l
      ORDER BY left_kopecks, earned DESC, id
      LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const count = await sql<{
    total: bigint;
  }>`
    SELECT count(*) AS total
    FROM employments e
    JOIN workmen w ON w.id = e.workman_id
    WHERE ${favourites(actor)} ${ofWorkman(whose)} AND w.taxpayer_type IN ('SMZ', 'IP_SMZ')`.execute(
    db,
  );
  const items = rows.map((row) => ({
    id: row.id,
    workman: { id: row.workman_id, name: row.name },
    earned: kopecksToRubles(row.earned),
    outside: kopecksToRubles(row.outside),
    limit: kopecksToRubles(row.the_limit),
    left: kopecksToRubles(row.left_kopecks),
    percent: percentOf(row),
    smzState: row.smz_state === null ? null : definitionFor(SMZ_STATE, row.smz_state),
  }));
  return { items, total: count.rows[0]?.total ?? 0n };
}

export async function countLimits(
  db: Kysely<Schema>,
  actor: AccountActor,
  today: string,
): Promise<{ nearLimit: number; overLimit: number }> {
  const { rows } = await sql<{ near: bigint; over: bigint }>`
    SELECT count(*) FILTER (WHERE left_kopecks > 0
      AND earned * 100 >= the_limit * ${NEAR_LIMIT_PERCENT}) AS near,
      count(*) FILTER (WHERE left_kopecks = 0) AS over
    FROM (${limits(actor, today)}) l`.execute(db);
  return { nearLimit: Number(rows[0]?.near ?? 0n), overLimit: Number(rows[0]?.over ?? 0n) };
}
