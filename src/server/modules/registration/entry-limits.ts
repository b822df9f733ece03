import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { networkOf } from "#server/http/address-network.ts";
import { AppError } from "#server/http/app-error.ts";

const HOUR_MS = 3_600_000;

/** Per hour and IP address: wrong invitations, INN lookups, phones to call back. */
export const ENTRY_LIMITS = { invitation: 20, "registration-context": 60, lead: 10 } as const;
type EntryKind = keyof typeof ENTRY_LIMITS;

interface Attempt {
  readonly kind: EntryKind;
  readonly ip: string;
  readonly at: Date;
}

/** @throws AppError `too_many_requests`. */
export async function refuseTooManyEntries(
  db: Kysely<Schema>,
  { kind, ip, at }: Attempt,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count
    FROM entry_attempts
    WHERE ip = ${networkOf(ip)}::inet AND kind = ${kind} AND at > ${new Date(at.getTime() - HOUR_MS)}`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= ENTRY_LIMITS[kind]) {
    throw new AppError("too_many_requests", "Слишком много попыток. Попробуйте через час", {
      details: { retryAfterSeconds: HOUR_MS / 1000 },
    });
  }
}

export async function countEntry(db: Kysely<Schema>, { kind, ip, at }: Attempt): Promise<void> {
  await sql`
    INSERT INTO entry_attempts (ip, kind, at) VALUES (${networkOf(ip)}::inet, ${kind}, ${at})`.execute(
    db,
  );
}
