import { sql } from "kysely";
import { MESSAGE_NAME } from "#server/modules/accounts/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { numberArray } from "#server/data/number-array.ts";
import { itemTask, type Claim } from "#server/work/item-task.ts";
import { MOST_ATTEMPTS } from "#server/work/message-attempts.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { moveInvites } from "../actions/move-invites.ts";

interface DueInvite {
  readonly account_id: number;
  readonly id: bigint;
}

const nameOf = ({ id }: DueInvite) => String(id);

/** Answering validates the age itself. */
export function expireInvitesTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<DueInvite>(platform, {
    name: "job-invites.expire",
    idleMs: 60_000,
    batch: 500,
    nameOf,
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<DueInvite>`
        SELECT account_id, id
        FROM job_invites i
        WHERE state IN ('SENT', 'VIEWED') AND expires_at <= ${at} AND ${isFree(sql`i.id::text`)}
        ORDER BY expires_at
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    settleTogether: (trx, invites, at) =>
      moveInvites(trx, {
        where: sql`
          i.expires_at <= ${at}
            AND (i.account_id, i.id) IN (SELECT *
              FROM unnest(${invites.map((one) => one.account_id)}::integer[],
                ${numberArray(invites.map((one) => one.id))}::bigint[]))`,
        action: "expire",
        by: "system",
        at,
      }),
  });
}

interface LeasedInvite extends DueInvite {
  readonly phone: string;
  readonly sealed_id: Buffer;
  readonly company: string;
}

/**
 * Repeats after a crash have the same id, which the gateway deduplicates. An undeliverable invite
 * ends.
 */
export function sendInviteLinksTask(platform: Platform): BackgroundTask {
  return callTask<LeasedInvite, void>(platform, {
    name: "job-invites.send-links",
    idleMs: 3000,
    atOnce: 10,
    nameOf,
    lease: (claim) => leaseInvites(platform, claim),
    call: (invite) =>
      platform.sms.send(
        invite.phone,
        textOf(invite, platform),
        `job-invite-${invite.account_id}-${invite.id}`,
      ),
    settle: (trx, { account_id: accountId, id }) =>
      sql`
        UPDATE job_invites
        SET sealed_id = NULL, message_due_at = NULL
        WHERE account_id = ${accountId} AND id = ${id}`.execute(trx),
    async failed(trx, { account_id: accountId, id }, { tries, dueAt }) {
      const own = sql`i.account_id = ${accountId} AND i.id = ${id} AND i.workman_id IS NULL`;
      if (tries >= MOST_ATTEMPTS) {
        const at = platform.clock.now();
        await moveInvites(trx, { where: own, action: "cancel", by: "system", at });
        return true;
      }
      await sql`
        UPDATE job_invites i
        SET message_due_at = ${dueAt}
        WHERE ${own} AND message_due_at IS NOT NULL`.execute(trx);
      return false;
    },
  });
}

async function leaseInvites(
  { db }: Platform,
  { at, until, limit, isFree }: Claim,
): Promise<LeasedInvite[]> {
  const { rows } = await sql<LeasedInvite>`
    WITH due AS MATERIALIZED (
      SELECT o.account_id, o.id
      FROM job_invites o
      WHERE o.message_due_at <= ${at}
        AND o.sealed_id IS NOT NULL
        AND o.state = 'SENT'
        AND o.workman_id IS NULL
        AND ${isFree(sql`o.id::text`)}
      ORDER BY o.message_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE job_invites i
    SET message_due_at = ${until}
    FROM due, accounts a
    WHERE i.account_id = due.account_id
      AND i.id = due.id
      AND a.id = i.account_id
    RETURNING i.account_id, i.id, i.phone, i.sealed_id, ${MESSAGE_NAME} AS company`.execute(db);
  return rows;
}

/** Strangers get nothing a company has typed. */
function textOf(
  { company, sealed_id: sealedId }: LeasedInvite,
  { secrets, linkOrigin }: Platform,
): string {
  const link = `${linkOrigin ?? ""}/workman-invite?wi=${secrets.unseal(sealedId)}`;
  return `${company} приглашает вас в задание. Зарегистрируйтесь: ${link}`;
}
