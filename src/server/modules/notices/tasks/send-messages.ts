import { sql } from "kysely";
import type { NoticeChannel } from "#contract/notices/notice-channels.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { MESSAGE_LEASE_MS, MOST_ATTEMPTS, nextAttemptAt } from "#server/work/message-attempts.ts";
import type { Platform } from "#server/platform.ts";
import { ownNotices } from "../queries.ts";
import { renderMail, renderSms } from "../render-message.ts";

const BATCH = 20;

interface LeasedMessage {
  readonly id: string;
  readonly person_id: number;
  readonly channel: NoticeChannel;
  readonly digest_day: string | null;
  readonly notice_ids: bigint[];
  readonly attempts: number;
  readonly phone: string;
  readonly email: string | null;
  readonly company: string | null;
}

/**
 * Sends due messages. Claiming and completing are two transactions, none open during the gateway
 * call. After a crash in between, the message is sent again under its id, which the gateway
 * deduplicates.
 */
export function sendMessagesTask(platform: Platform): BackgroundTask {
  return {
    name: "notices.send-messages",
    idleMs: 3000,
    async run(signal) {
      const leased = await leaseMessages(platform);
      for (const message of leased) {
        if (signal.aborted) return false;
        await sendOne(platform, message);
      }
      return leased.length === BATCH;
    },
  };
}

async function leaseMessages({ db, clock }: Platform): Promise<LeasedMessage[]> {
  const now = clock.now();
  const { rows } = await sql<LeasedMessage>`
    UPDATE outgoing_messages m
    SET state = 'SENDING', attempts = m.attempts + 1,
      due_at = ${new Date(now.getTime() + MESSAGE_LEASE_MS)}
    FROM people p
    WHERE p.id = m.person_id AND m.id = ANY (ARRAY(
      SELECT id
      FROM outgoing_messages
      WHERE state IN ('WAITING', 'SENDING') AND due_at <= ${now}
      ORDER BY due_at
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED))
    RETURNING m.id, m.person_id, m.channel, m.digest_day, m.notice_ids, m.attempts,
      coalesce(m.recipient, p.phone) AS phone,
      CASE m.account_id
        WHEN 0 THEN coalesce(m.recipient, p.email)
        ELSE (SELECT a.notice_email FROM accounts a WHERE a.id = m.account_id) END AS email,
      (SELECT a.short_name FROM accounts a WHERE a.id = m.account_id) AS company`.execute(db);
  return rows;
}

async function sendOne(platform: Platform, message: LeasedMessage): Promise<void> {
  const notices = await ownNotices(platform.db, message.person_id, message.notice_ids);
  const isDeliverable =
    message.channel === "SMS" || (platform.mail !== null && message.email !== null);
  if (notices.length === 0 || !isDeliverable) return settle(platform, message, "SKIPPED", null);
  const content = {
    notices,
    day: message.digest_day,
    origin: platform.linkOrigin,
    company: message.company,
  };
  try {
    if (message.channel === "SMS")
      await platform.sms.send(message.phone, renderSms(content), message.id);
    else
      await platform.mail?.send({
        id: message.id,
        to: message.email ?? "",
        ...renderMail(content),
      });
  } catch (error) {
    const isLast = message.attempts >= MOST_ATTEMPTS;
    return settle(
      platform,
      message,
      isLast ? "FAILED" : "WAITING",
      error instanceof Error ? error.message : String(error),
    );
  }
  await settle(platform, message, "SENT", null);
}

/** Stores the outcome unless another process has taken the message over. */
async function settle(
  { db, clock }: Platform,
  { id, attempts }: LeasedMessage,
  state: "SENT" | "FAILED" | "SKIPPED" | "WAITING",
  error: string | null,
): Promise<void> {
  const now = clock.now();
  const again = nextAttemptAt(now, attempts);
  await sql`
    UPDATE outgoing_messages
    SET state = ${state}, error = ${error}, due_at = ${state === "WAITING" ? again : now},
      sent_at = ${state === "SENT" ? now : null}
    WHERE id = ${id} AND state = 'SENDING' AND attempts = ${attempts}`.execute(db);
}
