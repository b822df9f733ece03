import { sql } from "kysely";
import type { Trx } from "./transaction.ts";

/**
 * All advisory locks of the product: the number is the first key, the locked subject the second.
 * One list keeps numbers unique. They never change, since two versions may run side by side.
 */
export const ADVISORY_LOCKS = {
  /** Making a registry's payouts; by registry. */
  payrollExecution: 7001,
  /** Numbering a company's registries and comparing their files; by company. */
  registryNumbering: 7002,
  /** Confirming a company's registries in turn; by company. */
  payrollConfirmation: 7003,
  /** Applying the rows of a registry without money; by registry. */
  registryApplying: 7004,
  /** Versions of document templates; by company. */
  documentTemplates: 7005,
  /** One-time codes: by phone, then by e-mail address, always in this order. */
  codesOfPhone: 7403,
  codesOfAddress: 7404,
  /** Platform acts; global. */
  platformActs: 7405,
  /** Outage banner; by type. */
  technicalNotices: 7406,
  /** Seeding; global. */
  seed: 7407,
  /** The simulated bank's list of returns; global. */
  sandboxBankReturns: 7408,
  partitions: 7409,
  /** Invitations of people who are not registered; by company. */
  linksOfCompany: 7410,
} as const;
export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/**
 * Serializes migrations of several processes. A single 64-bit key cannot collide with the pairs
 * above.
 */
export const MIGRATION_LOCK = 7_403_151_018n;

/**
 * Waits for the lock and holds it until the transaction ends.
 *
 * @param what - the second key: a 32-bit number, or a text to hash.
 */
export async function lockUntilCommit(
  trx: Pick<Trx, "getExecutor">,
  lock: AdvisoryLock,
  what: number | string = 0,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}, ${keyOf(what)})`.execute(trx);
}

/** `lockUntilCommit` without waiting. @returns whether the lock was taken. */
export async function tryLockUntilCommit(
  trx: Trx,
  lock: AdvisoryLock,
  what: number | string = 0,
): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`
    SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}, ${keyOf(what)}) AS locked`.execute(
    trx,
  );
  return rows[0]?.locked ?? false;
}

function keyOf(what: number | string) {
  return typeof what === "number" ? sql`${what}::integer` : sql`hashtext(${what})`;
}
