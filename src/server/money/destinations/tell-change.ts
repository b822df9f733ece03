import { sql } from "kysely";
import type { DestinationChange } from "#contract/destinations/destination.ts";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { keyOfChange } from "./change-key.ts";

/** Large sums wait for a new destination: time to read the message. */
export const LARGE_SUMS_WAIT_MS = 86_400_000;

interface Change {
  readonly kind: DestinationChange;
  /** Who changed it. */
  readonly personId: number;
  /** The company whose account it is. */
  readonly accountId?: number;
  /** Masked. */
  readonly shown: string;
  /** Told besides the present ones. */
  readonly phoneBefore?: string;
  readonly at: Date;
}

/**
 * The one place that knows what a changed destination means: large sums wait a day; the person (a
 * company's owners too) is told on every channel, whatever he chose, with «Это не я». The caller
 * has checked the code.
 */
export async function tellChange(
  { events, secrets }: Pick<Platform, "events" | "secrets">,
  trx: Trx,
  { kind, personId, accountId, shown, phoneBefore, at }: Change,
): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO destination_changes (person_id, account_id, kind, shown, changed_at)
    VALUES (${personId}, ${accountId ?? null}, ${kind}, ${shown}, ${at})
    RETURNING id`.execute(trx);
  const largeFrom = new Date(at.getTime() + LARGE_SUMS_WAIT_MS);
  const held =
    accountId !== undefined
      ? []
      : (
          await sql`
            UPDATE workmen
            SET large_payouts_from = ${largeFrom}
            WHERE person_id = ${personId} AND state <> 'DELETED'
            RETURNING 1`.execute(trx)
        ).rows;
  const resource: NoticePayload<"DestinationChanged"> = {
    kind,
    shown,
    key: keyOfChange(secrets, rows[0]?.id as bigint),
    largeFrom: held.length > 0 ? largeFrom.toISOString() : null,
  };
  for (const person of await whoHears(trx, personId, accountId))
    await events.publish(trx, "notice.wanted", {
      personId: person.id,
      accountId: null,
      type: NOTICE_TYPES.DestinationChanged.id,
      resource,
      at,
      everywhere: {
        phones: [
          person.phone,
          ...(phoneBefore !== undefined && person.id === personId ? [phoneBefore] : []),
        ],
        email: person.email,
      },
    });
  await announce(trx, { to: `person:${personId}`, resource: "workman-wallet" });
}

async function whoHears(
  trx: Trx,
  personId: number,
  accountId: number | undefined,
): Promise<readonly { id: number; phone: string; email: string | null }[]> {
  const { rows } = await sql<{ id: number; phone: string; email: string | null }>`
    SELECT p.id, p.phone, p.email
    FROM people p
    WHERE p.id = ${personId}
      OR p.id IN (SELECT u.person_id
        FROM account_users u
        WHERE u.account_id = ${accountId ?? null} AND u.role = 'OWNER' AND u.state = 'ACTIVE')
    ORDER BY p.id`.execute(trx);
  return rows;
}
