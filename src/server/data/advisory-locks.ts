import { sql } from "kysely";
import type { Trx } from "./transaction.ts";

/**
 * Advisory locks: first key the number, second the subject. Numbers never change: two versions may
 * run side by side.
 */
export const ADVISORY_LOCKS = {
  /** Making payouts, by registry. */
  payrollExecution: 7001,
  /** Numbering registries and comparing files; by company. */
  registryNumbering: 7002,
  /** Confirming payments, by company. */
  payrollConfirmation: 7003,
  /** Registries without money; by registry. */
  registryApplying: 7004,
  /** Numbering template versions, by company. */
  documentTemplates: 7005,
  /** By phone, then by e-mail address, in this order. */
  codesOfPhone: 7403,
  codesOfAddress: 7404,
  /** Global. */
  platformActs: 7405,
  /** By type. */
  technicalNotices: 7406,
  /** Global. */
  seed: 7407,
  /** Global. */
  sandboxBankReturns: 7408,
  partitions: 7409,
  /** People not registered; by company. */
  linksOfCompany: 7410,
} as const;
export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/** One 64-bit key cannot collide with the pairs above. */
export const MIGRATION_LOCK = 7_403_151_018n;

/**
 * Waits, then holds the lock until the transaction ends.
 *
 * @param what - a 32-bit number, or a text to hash.
 */
export async function lockUntilCommit(
  trx: Pick<Trx, "getExecutor">,
  lock: AdvisoryLock,
  what: number | string = 0,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}, ${keyOf(what)})`.execute(trx);
}

/** @returns whether it was taken; never waits. */
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
