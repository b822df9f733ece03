import { sql } from "kysely";
import {
  MODES_OF_CHANNEL,
  NOTICE_CHANNEL,
  NOTICE_TOPICS,
  TOPIC_OF_NOTICE,
  type NoticeChannel,
} from "#contract/notices/notice-channels.ts";
import { NOTICE_NAMES, NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { numberArray } from "#server/data/number-array.ts";
import { itemTask } from "#server/work/item-task.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { digestDue, dueTime } from "../message-times.ts";

const DAY_MS = 86_400_000;
/** Older news is dropped. */
const MOST_DAYS = 7;

const DAILY_CHANNELS = NOTICE_CHANNEL.ids.filter((channel) =>
  MODES_OF_CHANNEL[channel].includes("DAILY"),
);

interface Digest {
  readonly day: string;
  readonly from: Date;
  readonly until: Date;
}

interface Reader extends Digest {
  readonly personId: number;
}

/**
 * A message a day per person and channel. People go in id order; the day's row has the position, so
 * a crash resumes.
 */
export function makeDigestsTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  // A finished day needs no query.
  let finished = "";
  let page: readonly Reader[] = [];
  /** When a page is handled, the position moves. */
  const handled = new Set<number>();
  return itemTask<Reader>(platform, {
    name: "notices.make-digests",
    idleMs: 60_000,
    batch: 2000,
    nameOf: ({ personId }) => String(personId),
    async lease({ at, limit, isFree }) {
      const { day, until } = digestDue(at);
      if (day === finished) return [];
      const isDone = page.every(({ personId }) => handled.has(personId));
      const last = isDone ? page.at(-1) : undefined;
      handled.clear();
      page = await inTransaction(db, async (trx) => {
        const digest = await openDigest(trx, day, until);
        if (digest === null) return [];
        const after = last?.day === day ? last.personId : digest.through;
        const { rows } = await sql<{ id: number }>`
          SELECT id FROM people WHERE id > ${after} AND ${isFree(sql`people.id::text`)}
          ORDER BY id LIMIT ${limit}`.execute(trx);
        await sql`
          UPDATE notice_digests
          SET through_person_id = greatest(through_person_id, ${after}),
            finished = ${rows.length === 0}
          WHERE day = ${day}`.execute(trx);
        return rows.map(({ id }) => ({ personId: id, day, from: digest.from, until }));
      });
      if (page.length === 0) finished = day;
      return page;
    },
    async settleTogether(trx, readers, at) {
      for (const channel of DAILY_CHANNELS) await makeMessages(trx, channel, readers, at);
      for (const { personId } of readers) handled.add(personId);
    },
    // The next digest retries.
    async failed(_trx, { personId }) {
      handled.add(personId);
      return false;
    },
  });
}

/** @returns `null`: the day is finished. */
async function openDigest(
  trx: Trx,
  day: string,
  until: Date,
): Promise<{ readonly from: Date; readonly through: number } | null> {
  await sql`
    INSERT INTO notice_digests (day, from_at)
    SELECT ${day}::date, greatest(${new Date(until.getTime() - MOST_DAYS * DAY_MS)}::timestamptz,
      coalesce((SELECT ${until}::timestamptz - (${day}::date - max(d.day)) * interval '1 day'
        FROM notice_digests d
        WHERE d.day < ${day}::date),
        ${new Date(until.getTime() - DAY_MS)}::timestamptz))
    ON CONFLICT (day) DO NOTHING`.execute(trx);
  const { rows } = await sql<{ from: Date; through: number }>`
      SELECT from_at AS "from", through_person_id AS through
      FROM notice_digests
      WHERE day = ${day} AND NOT finished
      FOR UPDATE`.execute(trx);
  return rows[0] ?? null;
}

async function makeMessages(
  trx: Trx,
  channel: NoticeChannel,
  readers: readonly Reader[],
  now: Date,
): Promise<void> {
  const [first] = readers;
  if (first === undefined) return;
  const { day, from, until } = first;
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
    WHERE p.id = ANY (${numberArray(readers.map(({ personId }) => personId))}::integer[])
      AND p.state = 'ACTIVE'
      AND (${channel} <> 'EMAIL' OR p.email IS NOT NULL)
      AND coalesce(s.mode, t.first) = 'DAILY'
    GROUP BY p.id
    ON CONFLICT (person_id, channel, digest_day) WHERE digest_day IS NOT NULL DO NOTHING`.execute(
    trx,
  );
}
