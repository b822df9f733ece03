import { sql } from "kysely";
import { announceAll } from "#server/data/live.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Trx } from "#server/data/transaction.ts";

interface AnnouncedPayout {
  readonly account_id: number;
  readonly id: bigint;
  readonly workman_id: number;
  readonly registry_id: number | null;
}

/** A message between processes holds 8 000 bytes: beyond this a screen reloads everything. */
const MOST_NAMED = 100;
/** A receipt changes with its payment. */
const RESOURCES = ["payouts", "receipts"] as const;

/**
 * To both sides, payments of jobs only: a registry's may be 100 000 and are announced as its
 * progress.
 */
export async function announcePayouts(
  trx: Trx,
  payouts: readonly AnnouncedPayout[],
): Promise<void> {
  const ofJobs = payouts.filter((one) => one.registry_id === null);
  if (ofJobs.length === 0) return;
  const { rows } = await sql<{
    id: number;
    person_id: number;
  }>`
    SELECT id, person_id
    FROM workmen
    WHERE id = ANY (${[...new Set(ofJobs.map((one) => one.workman_id))]}::integer[])`.execute(trx);
  const personOf = new Map(rows.map(({ id, person_id: personId }) => [id, personId]));
  const addresses = [
    ...groupBy(ofJobs, (one) => `account:${one.account_id}`),
    ...groupBy(
      ofJobs.filter((one) => personOf.has(one.workman_id)),
      (one) => `person:${personOf.get(one.workman_id)}`,
    ),
  ];
  await announceAll(
    trx,
    addresses.flatMap(([to, theirs]) =>
      RESOURCES.map((resource) => ({
        to,
        resource,
        ...(theirs.length > MOST_NAMED ? {} : { ids: theirs.map(({ id }) => Number(id)) }),
      })),
    ),
  );
}
