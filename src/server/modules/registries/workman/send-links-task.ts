import { sql } from "kysely";
import { MESSAGE_NAME } from "#server/modules/accounts/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { MESSAGE_LEASE_MS, MOST_ATTEMPTS, nextAttemptAt } from "#server/work/message-attempts.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const SENT_AT_ONCE = 50;

interface LeasedInvitation {
  readonly account_id: number;
  readonly id: number;
  readonly registry_id: number | null;
  readonly kind: string | null;
  readonly phone: string;
  readonly sealed_id: Buffer;
  readonly message_attempts: number;
  readonly company: string;
}

/**
 * Claiming and completing are two statements, with no transaction during the gateway call. After a
 * crash in between, the message is sent again under its id, which the gateway deduplicates.
 */
export function sendRegistryLinksTask(platform: Platform): BackgroundTask {
  return {
    name: "registries.send-links",
    idleMs: 3000,
    async run(signal) {
      const leased = await leaseInvitations(platform);
      for (let next = 0; next < leased.length && !signal.aborted; next += 10)
        await Promise.all(
          leased.slice(next, next + 10).map((invitation) => sendOne(platform, invitation)),
        );
      await announceSent(platform, leased);
      return leased.length === SENT_AT_ONCE;
    },
  };
}

async function leaseInvitations({ db, clock }: Platform): Promise<LeasedInvitation[]> {
  const now = clock.now();
  const { rows } = await sql<LeasedInvitation>`
    WITH due AS MATERIALIZED (
      SELECT o.account_id, o.id
      FROM workman_registrations o
      WHERE o.message_due_at <= ${now}
        AND o.sealed_id IS NOT NULL
        AND o.used_at IS NULL
        AND o.canceled_at IS NULL
      ORDER BY o.message_due_at LIMIT ${SENT_AT_ONCE} FOR UPDATE SKIP LOCKED)
    UPDATE workman_registrations i
    SET message_attempts = i.message_attempts + 1,
      message_due_at = ${new Date(now.getTime() + MESSAGE_LEASE_MS)}
    FROM due, accounts a
    WHERE i.account_id = due.account_id AND i.id = due.id AND a.id = i.account_id
    RETURNING i.account_id, i.id, i.registry_id, i.phone, i.sealed_id,
      i.message_attempts, ${MESSAGE_NAME} AS company,
      (SELECT r.kind
        FROM registries r
        WHERE r.account_id = i.account_id AND r.id = i.registry_id) AS kind`.execute(db);
  return rows;
}

async function sendOne(platform: Platform, invitation: LeasedInvitation): Promise<void> {
  const { account_id: accountId, id, message_attempts: attempts } = invitation;
  const now = platform.clock.now();
  const mine = sql`account_id = ${accountId} AND id = ${id} AND message_attempts = ${attempts}`;
  try {
    await platform.sms.send(
      invitation.phone,
      textOf(invitation, platform),
      `workman-registration-${accountId}-${id}-${invitation.sealed_id.subarray(0, 6).toString("hex")}`,
    );
  } catch {
    const again = nextAttemptAt(now, attempts);
    await (
      attempts >= MOST_ATTEMPTS
        ? sql`
          UPDATE workman_registrations
          SET sealed_id = NULL, message_due_at = NULL, not_sent_at = ${now}
          WHERE ${mine}`
        : sql`
          UPDATE workman_registrations
          SET message_due_at = ${again}
          WHERE ${mine} AND message_due_at IS NOT NULL`
    ).execute(platform.db);
    return;
  }
  await sql`
    UPDATE workman_registrations
    SET sealed_id = NULL, message_due_at = NULL, sent_at = ${now}, not_sent_at = NULL
    WHERE ${mine}`.execute(platform.db);
}

async function announceSent(
  platform: Platform,
  leased: readonly LeasedInvitation[],
): Promise<void> {
  const accounts = new Set(leased.map((one) => one.account_id));
  for (const accountId of accounts) {
    const ids = new Set(
      leased.flatMap((one) =>
        one.account_id === accountId && one.registry_id !== null ? [one.registry_id] : [],
      ),
    );
    for (const resource of ["workman-registries", "workman-registration-registries"])
      await announce(platform.db as Trx, { to: `account:${accountId}`, resource, ids: [...ids] });
  }
}

/** `wr` opens the prepared form; nothing the company has typed is in the message. */
function textOf(
  { company, kind, sealed_id: sealedId }: LeasedInvitation,
  { secrets, linkOrigin }: Platform,
): string {
  const [path, asks] =
    kind === "workman-registration"
      ? [
          "workman-registry-registration",
          "готовит вашу регистрацию. Проверьте данные и подтвердите",
        ]
      : ["workman-registry-invite", "приглашает вас к сотрудничеству. Зарегистрируйтесь"];
  return `${company} ${asks}: ${linkOrigin ?? ""}/${path}?wr=${secrets.unseal(sealedId)}`;
}
