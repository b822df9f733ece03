import { sql } from "kysely";
import { MESSAGE_NAME } from "#server/modules/accounts/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import type { Claim } from "#server/work/item-task.ts";
import { MOST_ATTEMPTS } from "#server/work/message-attempts.ts";
import { callTask } from "#server/work/outside-task.ts";
import { forgetFailures } from "#server/work/set-aside.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const NAME = "registries.send-links";

interface LeasedInvitation {
  readonly account_id: number;
  readonly id: number;
  readonly registry_id: number | null;
  readonly kind: string | null;
  readonly phone: string;
  readonly sealed_id: Buffer;
  readonly company: string;
}

const linkName = (accountId: number, id: number) => `${accountId}-${id}`;

/** Of links that were renewed or cancelled. */
export function forgetLinks(trx: Trx, accountId: number, ids: readonly number[]): Promise<void> {
  return forgetFailures(
    trx,
    NAME,
    ids.map((id) => linkName(accountId, id)),
  );
}

/** After a crash a link is sent again under its id, which the gateway deduplicates. */
export function sendRegistryLinksTask(platform: Platform): BackgroundTask {
  return callTask<LeasedInvitation, void>(platform, {
    name: NAME,
    idleMs: 3000,
    atOnce: 10,
    nameOf: (one) => linkName(one.account_id, one.id),
    lease: (claim) => leaseInvitations(platform, claim),
    call: (invitation) =>
      platform.sms.send(
        invitation.phone,
        textOf(invitation, platform),
        `workman-registration-${linkName(invitation.account_id, invitation.id)}-${invitation.sealed_id.subarray(0, 6).toString("hex")}`,
      ),
    settle: (trx, invitation, _sent, at) =>
      write(
        trx,
        invitation,
        sql`sealed_id = NULL, message_due_at = NULL, sent_at = ${at}, not_sent_at = NULL`,
      ),
    async failed(trx, invitation, { tries, dueAt }) {
      const isLast = tries >= MOST_ATTEMPTS;
      await write(
        trx,
        invitation,
        isLast
          ? sql`sealed_id = NULL, message_due_at = NULL, not_sent_at = ${platform.clock.now()}`
          : sql`message_due_at = ${dueAt}`,
      );
      return isLast;
    },
  });
}

async function leaseInvitations(
  { db }: Platform,
  { at, until, limit, isFree }: Claim,
): Promise<LeasedInvitation[]> {
  const { rows } = await sql<LeasedInvitation>`
    WITH due AS MATERIALIZED (
      SELECT o.account_id, o.id
      FROM workman_registrations o
      WHERE o.message_due_at <= ${at}
        AND o.sealed_id IS NOT NULL
        AND o.used_at IS NULL
        AND o.canceled_at IS NULL
        AND ${isFree(sql`o.account_id || '-' || o.id`)}
      ORDER BY o.message_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE workman_registrations i
    SET message_due_at = ${until}
    FROM due, accounts a
    WHERE i.account_id = due.account_id AND i.id = due.id AND a.id = i.account_id
    RETURNING i.account_id, i.id, i.registry_id, i.phone, i.sealed_id, ${MESSAGE_NAME} AS company,
      (SELECT r.kind
        FROM registries r
        WHERE r.account_id = i.account_id AND r.id = i.registry_id) AS kind`.execute(db);
  return rows;
}

/** Unless the link was renewed or cancelled meanwhile. */
async function write(
  trx: Trx,
  { account_id: accountId, id, registry_id: registryId, sealed_id: sealedId }: LeasedInvitation,
  change: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    UPDATE workman_registrations SET ${change}
    WHERE account_id = ${accountId} AND id = ${id} AND sealed_id = ${sealedId}`.execute(trx);
  for (const resource of ["workman-registries", "workman-registration-registries"])
    await announce(trx, {
      to: `account:${accountId}`,
      resource,
      ids: registryId === null ? [] : [registryId],
    });
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
