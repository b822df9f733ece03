import { sql } from "kysely";
import {
  NOTICE_CHANNEL,
  NOTICE_TOPICS,
  TOPIC_OF_NOTICE,
  type NoticeChannel,
} from "#contract/notices/notice-channels.ts";
import { noticeNameOf } from "#contract/notices/notice-types.ts";
import { preferIndexes } from "#server/data/batch-transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { dueTime } from "../message-times.ts";
import { IS_SIGNED_IN } from "../browsers.ts";

interface Batch {
  readonly type: string;
  readonly person_ids: number[];
  readonly notice_ids: bigint[];
}

/** Immediate ones. The batch is deleted in the same transaction: no repeats. */
export function routeMessagesTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<bigint>(platform, {
    name: "notices.route-messages",
    idleMs: 2000,
    batch: 10,
    nameOf: String,
    async lease({ limit, isFree }) {
      const { rows } = await sql<{ id: bigint }>`
        SELECT id FROM notice_batches WHERE ${isFree(sql`id::text`)} ORDER BY id LIMIT ${limit}`.execute(
        db,
      );
      return rows.map(({ id }) => id);
    },
    async settle(trx, id, at) {
      await preferIndexes(trx);
      const { rows } = await sql<Batch>`
        DELETE FROM notice_batches
        WHERE id = (SELECT id FROM notice_batches WHERE id = ${id} FOR UPDATE SKIP LOCKED)
        RETURNING type, person_ids, notice_ids`.execute(trx);
      for (const batch of rows) {
        for (const channel of NOTICE_CHANNEL.ids) await makeMessages(trx, batch, channel, at);
        await copyToCompanies(trx, batch, at);
      }
    },
  });
}

/** A waiting message takes new notices. Decision: at most one in ten minutes per channel. */
async function makeMessages(
  trx: Trx,
  { type, person_ids: persons, notice_ids: notices }: Batch,
  channel: NoticeChannel,
  now: Date,
): Promise<void> {
  const name = noticeNameOf(type);
  const topic = name === null ? null : TOPIC_OF_NOTICE[name];
  if (topic === null) return;
  const due = dueTime(channel, now);
  const { [channel]: first } = NOTICE_TOPICS[topic].first;
  // Mass notices are immediate only on choice: start the join from these few.
  const joined = first === "AT_ONCE" ? sql`LEFT JOIN` : sql`JOIN`;
  await sql`
    INSERT INTO outgoing_messages AS m (person_id, channel, notice_ids, due_at, created_at)
    SELECT k.person_id, ${channel}, array_agg(k.notice_id ORDER BY k.notice_id),
      greatest(${due}::timestamptz,
        (SELECT max(b.created_at) + interval '10 minutes'
          FROM outgoing_messages b
          WHERE b.person_id = k.person_id
            AND b.account_id = 0
            AND b.channel = ${channel}
            AND b.digest_day IS NULL)),
        ${now}
    FROM unnest(${persons}::integer[], ${notices}::bigint[]) AS k(person_id, notice_id)
    ${joined} notice_settings s ON s.person_id = k.person_id
      AND s.channel = ${channel}
      AND s.topic = ${topic}
    JOIN people p ON p.id = k.person_id
    WHERE coalesce(s.mode, ${first}) = 'AT_ONCE'
      AND p.state = 'ACTIVE'
      AND (${channel} <> 'EMAIL' OR p.email IS NOT NULL)
      AND (${channel} <> 'PUSH' OR EXISTS (SELECT FROM push_subscriptions b
        WHERE b.person_id = p.id AND ${IS_SIGNED_IN}))
    GROUP BY k.person_id ORDER BY k.person_id
    ON CONFLICT (person_id, account_id, channel)
    WHERE state = 'WAITING' AND digest_day IS NULL AND attempts = 0 AND recipient IS NULL
      DO UPDATE SET notice_ids = m.notice_ids || excluded.notice_ids`.execute(trx);
}

/** Once each, whatever the owner chose. */
async function copyToCompanies(
  trx: Trx,
  { type, person_ids: persons, notice_ids: notices }: Batch,
  now: Date,
): Promise<void> {
  const name = noticeNameOf(type);
  if (name === null || TOPIC_OF_NOTICE[name] === null) return;
  await sql`
    INSERT INTO outgoing_messages AS m (person_id, account_id, channel, notice_ids, due_at,
      created_at)
    SELECT u.person_id, a.id, 'EMAIL', array_agg(n.id ORDER BY n.id),
      greatest(${dueTime("EMAIL", now)}::timestamptz,
        (SELECT max(b.created_at) + interval '10 minutes'
          FROM outgoing_messages b
          WHERE b.person_id = u.person_id AND b.account_id = a.id AND b.channel = 'EMAIL')),
        ${now}
    FROM accounts a
    JOIN account_users u ON u.account_id = a.id AND u.role = 'OWNER' AND u.state = 'ACTIVE'
    JOIN unnest(${persons}::integer[], ${notices}::bigint[]) AS k(person_id,
      notice_id) ON k.person_id = u.person_id
    JOIN notices n ON n.person_id = k.person_id AND n.id = k.notice_id AND n.account_id = a.id
    WHERE a.notice_email IS NOT NULL
    GROUP BY u.person_id, a.id ORDER BY u.person_id, a.id
    ON CONFLICT (person_id, account_id, channel)
    WHERE state = 'WAITING' AND digest_day IS NULL AND attempts = 0 AND recipient IS NULL
      DO UPDATE SET notice_ids = m.notice_ids || excluded.notice_ids`.execute(trx);
}
