import { sql } from "kysely";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import type { NoticeChannel } from "#contract/notices/notice-channels.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Claim } from "#server/work/item-task.ts";
import { MOST_ATTEMPTS } from "#server/work/message-attempts.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { showInBrowsers } from "../browsers.ts";
import { ownNotices } from "../queries.ts";
import { renderMail, renderPush, renderSms } from "../render-message.ts";

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

const TRANSITIONS = defineTransitions(
  { ids: ["WAITING", "SENDING", "SENT", "FAILED", "SKIPPED"] },
  {
    take: { from: ["WAITING", "SENDING"], to: ["SENDING"], actor: ["system"] },
    answer: {
      from: ["SENDING"],
      to: ["SENT", "FAILED", "SKIPPED", "WAITING"],
      actor: ["system"],
    },
  },
);
const TAKE = transition(TRANSITIONS, "take", "system");

/** After a crash a message is sent again under its id, which the gateway deduplicates. */
export function sendMessagesTask(platform: Platform): BackgroundTask {
  return callTask<LeasedMessage, "SENT" | "SKIPPED">(platform, {
    name: "notices.send-messages",
    idleMs: 3000,
    atOnce: 10,
    nameOf: ({ id }) => id,
    lease: (claim) => leaseMessages(platform, claim),
    call: (message) => send(platform, message),
    settle: (trx, message, state, at) =>
      settle(trx, message, { state, error: null, dueAt: at, sentAt: state === "SENT" ? at : null }),
    async failed(trx, message, { tries, dueAt, problem }) {
      const state = tries < MOST_ATTEMPTS ? "WAITING" : "FAILED";
      await settle(trx, message, { state, error: problem, dueAt, sentAt: null });
      return state === "FAILED";
    },
  });
}

async function leaseMessages(
  { db }: Platform,
  { at, until, limit, isFree }: Claim,
): Promise<LeasedMessage[]> {
  const { rows } = await sql<LeasedMessage>`
    UPDATE outgoing_messages m
    SET ${TAKE.set}, attempts = m.attempts + 1, due_at = ${until}
    FROM people p
    WHERE p.id = m.person_id AND m.id = ANY (ARRAY(
      SELECT id
      FROM outgoing_messages
      WHERE ${TAKE.from} AND due_at <= ${at} AND ${isFree(sql`id::text`)}
      ORDER BY due_at
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))
    RETURNING m.id, m.person_id, m.channel, m.digest_day, m.notice_ids, m.attempts,
      coalesce(m.recipient, p.phone) AS phone,
      CASE m.account_id
        WHEN 0 THEN coalesce(m.recipient, p.email)
        ELSE (SELECT a.notice_email FROM accounts a WHERE a.id = m.account_id) END AS email,
      (SELECT a.short_name FROM accounts a WHERE a.id = m.account_id) AS company`.execute(db);
  return rows;
}

async function send(
  platform: Platform,
  { id, person_id: personId, notice_ids: ids, ...message }: LeasedMessage,
): Promise<"SENT" | "SKIPPED"> {
  const { db, sms, mail, linkOrigin: origin } = platform;
  const notices = await ownNotices(db, personId, ids);
  const content = { notices, day: message.digest_day, origin, company: message.company };
  if (notices.length === 0) return "SKIPPED";
  if (message.channel === "PUSH")
    return showInBrowsers(platform, personId, { id, ...renderPush(notices) });
  if (message.channel === "SMS") await sms.send(message.phone, renderSms(content), id);
  else if (mail === null || message.email === null) return "SKIPPED";
  else await mail.send({ id, to: message.email, ...renderMail(content) });
  return "SENT";
}

/** Unless another process has the lease. */
async function settle(
  trx: Trx,
  { id, attempts }: LeasedMessage,
  {
    state,
    error,
    dueAt,
    sentAt,
  }: {
    readonly state: "SENT" | "FAILED" | "SKIPPED" | "WAITING";
    readonly error: string | null;
    readonly dueAt: Date;
    readonly sentAt: Date | null;
  },
): Promise<void> {
  const answer = transition(TRANSITIONS, "answer", "system", { to: state });
  await sql`
    UPDATE outgoing_messages
    SET ${answer.set}, error = ${error}, due_at = ${dueAt}, sent_at = ${sentAt}
    WHERE id = ${id} AND ${answer.from} AND attempts = ${attempts}`.execute(trx);
}
