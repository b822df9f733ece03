import { sql } from "kysely";
import type { Trx } from "./transaction.ts";

/**
 * Every advisory lock of the product: the number is its first key, what is locked the second. One
 * list, so that two of them never share a number. The numbers stay: processes of two versions may
 * run side by side.
 */
export const ADVISORY_LOCKS = {
  /** Making the payouts of a registry; by registry. */
  payrollExecution: 7001,
  /** Numbering the registries of a company and comparing their files; by company. */
  registryNumbering: 7002,
  /** Confirming registries of a company, one after another; by company. */
  payrollConfirmation: 7003,
  /** Applying the rows of a registry without money; by registry. */
  registryApplying: 7004,
  /** Versions of a company's templates of documents; by company. */
  documentTemplates: 7005,
  /** Codes for one phone, then for one address, always in this order. */
  codesOfPhone: 7403,
  codesOfAddress: 7404,
  /** Acts of the platform; by month. */
  platformActs: 7405,
  /** The banner of an outage; one of each type. */
  technicalNotices: 7406,
  /** First data; one. */
  seed: 7407,
  /** The simulated bank's list of returns; one. */
  sandboxBankReturns: 7408,
  /** Adding partitions; one. */
  partitions: 7409,
} as const;
export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/**
 * Two connections that migrate wait for each other. A single key of 64 bits: its numbers and the
 * pairs above never meet.
 */
export const MIGRATION_LOCK = 7_403_151_018n;

/**
 * Waits for the lock and keeps it until the transaction ends. `what`: a 32-bit number, or a text
 * whose hash it is.
 */
export async function lockUntilCommit(
  trx: Pick<Trx, "getExecutor">,
  lock: AdvisoryLock,
  what: number | string = 0,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}, ${keyOf(what)})`.execute(trx);
}

/** The same without waiting. @returns whether it is ours now. */
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
