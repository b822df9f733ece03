import { sql } from "kysely";
import {
  NOTICE_CHANNEL,
  NOTICE_TOPICS,
  TOPIC_OF_NOTICE,
  type NoticeChannel,
} from "#contract/notices/notice-channels.ts";
import { NOTICE_NAMES, NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { digestDue, dueTime } from "../message-times.ts";

/** People per transaction. */
const PEOPLE = 2000;
const DAY_MS = 86_400_000;
/** After a long outage older news is dropped. */
const MOST_DAYS = 7;

interface Digest {
  readonly from_at: Date;
  readonly through_person_id: number;
}

/**
 * Makes one message a day per person and channel from unread notices, however many payouts a
 * registry makes. People are processed in id order; the day's row is locked and stores the
 * position, so that a second process skips it and the next one resumes after a crash.
 */
export function makeDigestsTask({ db, clock }: Platform): BackgroundTask {
  // A finished day needs no query until the next.
  let finished = "";
  return {
    name: "notices.make-digests",
    idleMs: 60_000,
    async run() {
      const now = clock.now();
      const { day, until } = digestDue(now);
      if (day === finished) return false;
      return inTransaction(db, async (trx) => {
        const digest = await openDigest(trx, day, until);
        if (digest === null) return false;
        const through = await lastPerson(trx, digest.through_person_id);
        if (through === null) {
          await sql`UPDATE notice_digests SET finished = true WHERE day = ${day}`.execute(trx);
          finished = day;
          return false;
        }
        for (const channel of NOTICE_CHANNEL.ids)
          await makeMessages(trx, {
            channel,
            day,
            from: digest.from_at,
            until,
            after: digest.through_person_id,
            through,
            now,
          });
        await sql`
          UPDATE notice_digests SET through_person_id = ${through} WHERE day = ${day}`.execute(trx);
        return true;
      });
    },
  };
}

/** @returns `null` when the day is finished or another process has it. */
async function openDigest(trx: Trx, day: string, until: Date): Promise<Digest | null> {
  await sql`
    INSERT INTO notice_digests (day, from_at)
    SELECT ${day}::date, greatest(${new Date(until.getTime() - MOST_DAYS * DAY_MS)}::timestamptz,
      coalesce((SELECT ${until}::timestamptz - (${day}::date - max(d.day)) * interval '1 day'
        FROM notice_digests d
        WHERE d.day < ${day}::date),
        ${new Date(until.getTime() - DAY_MS)}::timestamptz))
    ON CONFLICT (day) DO NOTHING`.execute(trx);
  const { rows } = await sql<Digest>`
      SELECT from_at, through_person_id
      FROM notice_digests
      WHERE day = ${day} AND NOT finished
      FOR UPDATE SKIP LOCKED`.execute(trx);
  return rows[0] ?? null;
}

async function lastPerson(trx: Trx, after: number): Promise<number | null> {
  const { rows } = await sql<{
    id: number | null;
  }>`
    SELECT max(id) AS id
    FROM (SELECT id FROM people WHERE id > ${after} ORDER BY id LIMIT ${PEOPLE}) p`.execute(trx);
  return rows[0]?.id ?? null;
}

interface Part {
  readonly channel: NoticeChannel;
  readonly day: string;
  readonly from: Date;
  readonly until: Date;
  readonly after: number;
  readonly through: number;
  readonly now: Date;
}

async function makeMessages(
  trx: Trx,
  { channel, day, from, until, after, through, now }: Part,
): Promise<void> {
  const types = NOTICE_NAMES.flatMap((name) => {
    const topic = TOPIC_OF_NOTICE[name];
    return topic === null
      ? []
      : [{ type: NOTICE_TYPES[name].id, topic, first: NOTICE_TOPICS[topic].first[channel] }];
  });
  await sql`
    INSERT INTO outgoing_messages (person_id, channel, digest_day, notice_ids, due_at, created_at)
    SELECT p.id, ${channel}, ${day}::date, array_agg(n.id ORDER BY n.id),
      ${dueTime(channel, now)}::timestamptz, ${now}
    FROM people p
    JOIN notices n ON n.person_id = p.id
      AND n.read_at IS NULL
      AND n.created_at >= ${from}
      AND n.created_at < ${until}
    JOIN unnest(${types.map(({ type }) => type)}::text[],
      ${types.map(({ topic }) => topic)}::text[],
      ${types.map(({ first }) => first)}::text[]) AS t(type, topic, first) ON t.type = n.type
    LEFT JOIN notice_settings s ON s.person_id = p.id
      AND s.channel = ${channel}
      AND s.topic = t.topic
    WHERE p.id > ${after}
      AND p.id <= ${through}
      AND p.state = 'ACTIVE'
      AND (${channel} <> 'EMAIL' OR p.email IS NOT NULL)
      AND coalesce(s.mode, t.first) = 'DAILY'
    GROUP BY p.id
    ON CONFLICT (person_id, channel, digest_day) WHERE digest_day IS NOT NULL DO NOTHING`.execute(
    trx,
  );
}
