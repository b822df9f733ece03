import { sql, type Kysely } from "kysely";
import { findLabourWord, LABOUR_STEMS } from "#contract/registries/kinds/labour-words.ts";
import {
  LABOUR_SIGN,
  labourSigns,
  lawyerSentence,
  type LabourFacts,
} from "#contract/risks/labour-signs.ts";
import type { LabourRisk } from "#contract/risks/risk.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { moscowTextOf } from "#server/data/moscow-day.ts";
import { NAME, ofProjects, ofWorkman, type Whose } from "./reach.ts";

const YEAR_MS = 366 * 86_400_000;

interface FactsRow {
  readonly workman_id: number;
  readonly name: string;
  readonly payouts: bigint;
  readonly months: bigint;
  readonly same_sum: bigint;
  readonly paid_by_us: bigint;
  readonly paid_by_all: bigint;
  readonly texts: string[] | null;
}

/** Ordered by signs, then sums. */
export async function labourRisks(
  db: Kysely<Schema>,
  actor: AccountActor,
  now: Date,
  whose: Whose = {},
): Promise<LabourRisk[]> {
  const since = new Date(now.getTime() - YEAR_MS);
  const { rows } = await sql<FactsRow>`
    WITH paid AS MATERIALIZED (
      SELECT y.workman_id, y.amount_kopecks, y.created_at, j.title || ' ' || coalesce(j.receipt_text, '') AS text
      FROM payouts y JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
      WHERE y.account_id = ${actor.accountId} AND y.state IN ('SENT', 'BANK_HELD', 'PAID') AND y.created_at >= ${since} ${ofProjects(actor)} ${ofWorkman(whose, sql`y.workman_id`)}
    ), suspicious AS MATERIALIZED (
      -- A registry says the same of thousands: each text is looked at once.
      SELECT text FROM (SELECT DISTINCT text FROM paid) t WHERE lower(text) ~ ${LABOUR_STEMS.join("|")}
    ), facts AS (
      SELECT workman_id, count(*) AS payouts, max(same_sum) AS same_sum, count(DISTINCT ${moscowTextOf(
        sql`
        created_at`,
        "YYYY-MM",
      )}) AS months, sum(amount_kopecks)::bigint AS paid_by_us,
        array_agg(DISTINCT s.text) FILTER (WHERE s.text IS NOT NULL) AS texts
      -- Counted beside the rows: joined to a count of their own, they are compared with each other where the planner has no statistics yet.
      FROM (SELECT *, count(*) OVER (PARTITION BY workman_id, amount_kopecks) AS same_sum FROM paid) p LEFT JOIN suspicious s USING (text) GROUP BY workman_id
    )
    SELECT f.workman_id, ${NAME} AS name, f.payouts, f.months, f.same_sum, f.paid_by_us, f.texts,
      -- Of other customers the receipts are summed: they have an index by worker, payouts have none.
      f.paid_by_us + (SELECT coalesce(sum(r.amount_kopecks), 0) FROM receipts r
        WHERE r.workman_id = f.workman_id AND r.state IN ('SENT', 'REGISTERED') AND r.operation_at >= ${since} AND r.account_id <> ${actor.accountId})::bigint AS paid_by_all
    FROM facts f JOIN workmen w ON w.id = f.workman_id`.execute(db);
  return rows
    .map((row) => present(row))
    .filter(({ signs }) => signs.length > 0)
    .sort(
      (one, other) =>
        other.signs.length - one.signs.length || other.paid - one.paid || one.id - other.id,
    );
}

function present(row: FactsRow): LabourRisk {
  const facts: LabourFacts = {
    payouts: Number(row.payouts),
    months: Number(row.months),
    sameSum: Number(row.same_sum),
    paidByUs: row.paid_by_us,
    paidByAll: row.paid_by_all,
    word: row.texts?.map(findLabourWord).find((word) => word !== null) ?? null,
  };
  return {
    id: row.workman_id,
    workman: { id: row.workman_id, name: row.name },
    paid: kopecksToRubles(row.paid_by_us),
    payouts: facts.payouts,
    months: facts.months,
    signs: labourSigns(facts).map(({ sign, reason }) => ({
      id: sign,
      title: LABOUR_SIGN.titles[sign],
      reason,
    })),
    sentence: lawyerSentence(row.name, facts),
  };
}
