import { sql } from "kysely";
import type { NoticeChannel } from "#contract/notices/notice-channels.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { MESSAGE_LEASE_MS, MOST_ATTEMPTS, nextAttemptAt } from "#server/work/message-attempts.ts";
import type { Platform } from "#server/platform.ts";
import { ownNotices } from "../queries.ts";
import { renderMail, renderSms } from "../render-message.ts";

const BATCH = 20;

interface Claimed {
  readonly id: string;
  readonly person_id: number;
  readonly channel: NoticeChannel;
  readonly digest_day: string | null;
  readonly notice_ids: bigint[];
  readonly attempts: number;
  readonly phone: string;
  readonly email: string | null;
  /** Of a copy to the address of a company. */
  readonly company: string | null;
}

/**
 * Sends what is due. A message is taken in one transaction and told done in another, never held
 * while the gateway is asked; killed in between, it is sent again under the same id, and the
 * gateway has sent that id already.
 */
export function sendMessagesTask(platform: Platform): BackgroundTask {
  return {
    name: "notices.send-messages",
    idleMs: 3000,
    async run(signal) {
      const claimed = await claim(platform);
      for (const message of claimed) {
        if (signal.aborted) return false;
        await sendOne(platform, message);
      }
      return claimed.length === BATCH;
    },
  };
}

async function claim({ db, clock }: Platform): Promise<Claimed[]> {
  const now = clock.now();
  const { rows } = await sql<Claimed>`
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
    RETURNING m.id, m.person_id, m.channel, m.digest_day, m.notice_ids, m.attempts, p.phone,
      CASE m.account_id
        WHEN 0 THEN p.email
        ELSE (SELECT a.notice_email FROM accounts a WHERE a.id = m.account_id) END AS email,
      (SELECT a.short_name FROM accounts a WHERE a.id = m.account_id) AS company`.execute(db);
  return rows;
}

async function sendOne(platform: Platform, message: Claimed): Promise<void> {
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

/** Writes what became of it, unless somebody else has taken it over in the meantime. */
async function settle(
  { db, clock }: Platform,
  { id, attempts }: Claimed,
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
