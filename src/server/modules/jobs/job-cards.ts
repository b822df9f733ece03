import { sql, type Kysely } from "kysely";
import type { JobCard } from "#contract/jobs/job.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "#server/http/actor.ts";
import { numberArray } from "#server/data/number-array.ts";
import { presentJobCard } from "./presenter.ts";
import { loadJobs } from "./queries.ts";

interface Key {
  readonly account_id: number;
  readonly job_id: bigint;
}

/**
 * The caller validates access.
 *
 * @returns finds a card.
 * @throws Error for an unknown key.
 */
export async function loadJobCards(
  db: Kysely<Schema>,
  actor: Actor,
  keys: readonly Key[],
  now: Date,
): Promise<(key: Key) => JobCard> {
  const nameOf = (accountId: number, id: bigint) => `${accountId}:${id}`;
  const wanted = new Map(keys.map((key) => [nameOf(key.account_id, key.job_id), key]));
  const where = sql`
    (j.account_id,
      j.id) IN (SELECT * FROM unnest(${numberArray([...wanted.values()].map((key) => key.account_id))}::integer[],
        ${numberArray([...wanted.values()].map((key) => key.job_id))}::bigint[]))`;
  const rows =
    wanted.size === 0 ? [] : await loadJobs(db, actor, { where, now, limit: wanted.size });
  const cards = new Map(
    rows.map((row) => [nameOf(row.account_id, row.id), presentJobCard(row, actor, now)]),
  );
  return (key) => {
    const card = cards.get(nameOf(key.account_id, key.job_id));
    if (!card) throw new Error(`no card of the job ${key.job_id}`);
    return card;
  };
}
