import { sql } from "kysely";
import { announce } from "#server/platform/live.ts";
import { groupBy } from "#server/platform/group-by.ts";
import type { Trx } from "#server/platform/transaction.ts";

interface AnnouncedPayout {
  readonly account_id: number;
  readonly id: bigint;
  readonly workman_id: number;
  readonly registry_id: number | null;
}

/** A message between processes holds 8 000 bytes, and each costs one wake-up of every web process. */
const MOST_NAMED = 100;
/** A receipt goes with its payment. */
const RESOURCES = ["payouts", "receipts"] as const;

/** Tells the screens of both sides that payments of jobs have taken a step. Those of a registry are told as its progress: they may be 100 000. */
export async function announcePayouts(trx: Trx, payouts: readonly AnnouncedPayout[]): Promise<void> {
  const ofJobs = payouts.filter((one) => one.registry_id === null).slice(0, MOST_NAMED);
  if (ofJobs.length === 0) return;
  for (const [accountId, ofAccount] of groupBy(ofJobs, (one) => one.account_id)) await notify(trx, `account:${accountId}`, ofAccount);
  const { rows } = await sql<{ id: number; person_id: number }>`SELECT id, person_id FROM workmen WHERE id = ANY (${[...new Set(ofJobs.map((one) => one.workman_id))]}::integer[])`.execute(trx);
  for (const { id, person_id: personId } of rows) await notify(trx, `person:${personId}`, ofJobs.filter((one) => one.workman_id === id));
}

async function notify(trx: Trx, to: string, payouts: readonly AnnouncedPayout[]): Promise<void> {
  for (const resource of RESOURCES) await announce(trx, { to, resource, ids: payouts.map(({ id }) => Number(id)) });
}
