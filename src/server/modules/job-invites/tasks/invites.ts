import { sql } from "kysely";
import { MESSAGE_NAME } from "#server/modules/accounts/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { MESSAGE_LEASE_MS, MOST_ATTEMPTS, nextAttemptAt } from "#server/work/message-attempts.ts";
import { forEachSettingAside, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { moveInvites } from "../actions/move-invites.ts";

const EXPIRED_AT_ONCE = 500;
const SEND_LINKS = "job-invites.send-links";
const SENT_AT_ONCE = 20;

/** Marks expired invites; answering checks the age itself. */
export function expireInvitesTask({ db, clock }: Platform): BackgroundTask {
  return {
    name: "job-invites.expire",
    idleMs: 60_000,
    run: () =>
      inTransaction(db, async (trx) => {
        const at = clock.now();
        const where = sql`(i.account_id, i.id) IN (
          WITH due AS MATERIALIZED (SELECT o.account_id, o.id
            FROM job_invites o
            WHERE o.state IN ('SENT', 'VIEWED') AND o.expires_at <= ${at}
            ORDER BY o.expires_at
            LIMIT ${EXPIRED_AT_ONCE}
            FOR UPDATE SKIP LOCKED)
          SELECT due.account_id, due.id FROM due)`;
        return (await moveInvites(trx, { where, action: "expire", by: "system", at })).length > 0;
      }),
  };
}

interface LeasedInvite {
  readonly account_id: number;
  readonly id: bigint;
  readonly phone: string;
  readonly sealed_id: Buffer;
  readonly message_attempts: number;
  readonly company: string;
}

/**
 * Sends links to unregistered phones. Claiming and completing are two transactions, none open
 * during the gateway call. After a crash in between, the message is sent again under its id, which
 * the gateway deduplicates.
 */
export function sendInviteLinksTask(platform: Platform): BackgroundTask {
  return {
    name: SEND_LINKS,
    idleMs: 3000,
    async run(signal) {
      const leased = await leaseInvites(platform);
      await forEachSettingAside(platform, {
        task: SEND_LINKS,
        items: leased,
        nameOf: ({ id }) => String(id),
        work: async (invite) => signal.aborted || sendOne(platform, invite),
      });
      return !signal.aborted && leased.length === SENT_AT_ONCE;
    },
  };
}

async function leaseInvites({ db, clock }: Platform): Promise<LeasedInvite[]> {
  const now = clock.now();
  const { rows } = await sql<LeasedInvite>`
    WITH due AS MATERIALIZED (
      SELECT o.account_id, o.id
      FROM job_invites o
      WHERE o.message_due_at <= ${now}
        AND o.sealed_id IS NOT NULL
        AND o.state = 'SENT'
        AND o.workman_id IS NULL
        AND ${notSetAside(SEND_LINKS, sql`o.id::text`, now)}
      ORDER BY o.message_due_at LIMIT ${SENT_AT_ONCE} FOR UPDATE SKIP LOCKED)
    UPDATE job_invites i
    SET message_attempts = i.message_attempts + 1,
      message_due_at = ${new Date(now.getTime() + MESSAGE_LEASE_MS)}
    FROM due, accounts a
    WHERE i.account_id = due.account_id
      AND i.id = due.id
      AND a.id = i.account_id
    RETURNING i.account_id, i.id, i.phone, i.sealed_id, i.message_attempts,
      ${MESSAGE_NAME} AS company`.execute(db);
  return rows;
}

async function sendOne(platform: Platform, invite: LeasedInvite): Promise<void> {
  const { account_id: accountId, id, message_attempts: attempts } = invite;
  try {
    await platform.sms.send(
      invite.phone,
      textOf(invite, platform),
      `job-invite-${accountId}-${id}`,
    );
  } catch {
    return attempts >= MOST_ATTEMPTS ? giveUp(platform, invite) : rest(platform, invite);
  }
  await sql`
    UPDATE job_invites
    SET sealed_id = NULL, message_due_at = NULL
    WHERE account_id = ${accountId} AND id = ${id} AND message_attempts = ${attempts}`.execute(
    platform.db,
  );
}

/** Ends an undeliverable invite, so that the customer sees it and may send another. */
async function giveUp(
  { db, clock }: Platform,
  { account_id: accountId, id }: LeasedInvite,
): Promise<void> {
  await inTransaction(db, (trx) =>
    moveInvites(trx, {
      where: sql`i.account_id = ${accountId} AND i.id = ${id} AND i.workman_id IS NULL`,
      action: "cancel",
      by: "system",
      at: clock.now(),
    }),
  );
}

async function rest(
  { db, clock }: Platform,
  { account_id: accountId, id, message_attempts: attempts }: LeasedInvite,
): Promise<void> {
  const again = nextAttemptAt(clock.now(), attempts);
  await sql`
    UPDATE job_invites
    SET message_due_at = ${again}
    WHERE account_id = ${accountId}
      AND id = ${id}
      AND message_attempts = ${attempts}
      AND message_due_at IS NOT NULL`.execute(db);
}

/** Nothing the company has typed goes to strangers: neither names nor titles. */
function textOf(
  { company, sealed_id: sealedId }: LeasedInvite,
  { secrets, linkOrigin }: Platform,
): string {
  const link = `${linkOrigin ?? ""}/workman-invite?wi=${secrets.unseal(sealedId)}`;
  return `${company} приглашает вас в задание. Зарегистрируйтесь: ${link}`;
}
