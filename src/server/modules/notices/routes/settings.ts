import { sql } from "kysely";
import {
  concerns,
  MODES_OF_CHANNEL,
  NOTICE_CHANNEL,
  NOTICE_TOPIC_IDS,
  NOTICE_TOPICS,
  type NoticeChannel,
  type NoticeMode,
  type NoticeTopic,
} from "#contract/notices/notice-channels.ts";
import {
  noticeEndpoints as endpoints,
  type NoticeSettings,
} from "#contract/notices/notice-endpoints.ts";
import { maskEmail } from "#contract/values/email.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { countOf } from "#contract/values/plural.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { IS_SIGNED_IN } from "../browsers.ts";

interface Choice {
  readonly channel: NoticeChannel;
  readonly topic: NoticeTopic;
  readonly mode: NoticeMode;
}

export function serveNoticeSettings(
  serve: Serve,
  { hasMail }: { readonly hasMail: boolean },
): void {
  serve(endpoints.settings, ({ actor, trx }) => present(trx, actor.personId, hasMail));

  serve(endpoints.saveSettings, async ({ actor, body, trx, audit }) => {
    const choices = [
      ...new Map(body.items.map((one) => [`${one.channel} ${one.topic}`, one])).values(),
    ];
    if (choices.some(({ channel, mode }) => !MODES_OF_CHANNEL[channel].includes(mode)))
      throw invalid({ items: ["В браузер уведомления приходят сразу или никогда"] });
    await sql`
      INSERT INTO notice_settings (person_id, channel, topic, mode)
      SELECT ${actor.personId}, c.channel, c.topic, c.mode
      FROM unnest(${choices.map(({ channel }) => channel)}::text[],
        ${choices.map(({ topic }) => topic)}::text[],
        ${choices.map(({ mode }) => mode)}::text[]) AS c(channel, topic, mode)
      ON CONFLICT (person_id, channel, topic) DO UPDATE SET mode = excluded.mode`.execute(trx);
    audit({ event: "notification.settings_changed", after: { items: choices } });
    return present(trx, actor.personId, hasMail);
  });
}

async function present(trx: Trx, personId: number, hasMail: boolean): Promise<NoticeSettings> {
  const { rows } = await sql<Choice>`
      SELECT channel, topic, mode FROM notice_settings WHERE person_id = ${personId}`.execute(trx);
  const person = await sql<{
    phone: string;
    email: string | null;
    works: boolean;
    hires: boolean;
    browsers: bigint;
  }>`
    SELECT phone, email,
      (SELECT count(*)
        FROM push_subscriptions b
        WHERE b.person_id = p.id AND ${IS_SIGNED_IN}) AS browsers,
      EXISTS (SELECT FROM workmen w WHERE w.person_id = p.id) AS works,
      EXISTS (SELECT FROM account_users u WHERE u.person_id = p.id) AS hires
    FROM people p
    WHERE id = ${personId}`.execute(trx);
  const chosen = new Map(rows.map(({ channel, topic, mode }) => [`${channel} ${topic}`, mode]));
  const channels = NOTICE_CHANNEL.ids.filter((channel) => channel !== "EMAIL" || hasMail);
  const email = person.rows[0]?.email;
  const browsers = Number(person.rows[0]?.browsers ?? 0n);
  const addresses = {
    SMS: maskPhone(person.rows[0]?.phone ?? ""),
    EMAIL: email ? maskEmail(email) : null,
    PUSH: browsers > 0 ? countOf(browsers, ["браузер", "браузера", "браузеров"]) : null,
  };
  return {
    channels: channels.map((channel) => ({
      channel,
      title: NOTICE_CHANNEL.titles[channel],
      address: addresses[channel],
    })),
    items: NOTICE_TOPIC_IDS.filter(
      (topic) =>
        (person.rows[0]?.works && concerns(topic, "workman")) ||
        (person.rows[0]?.hires && concerns(topic, "account")),
    ).flatMap((topic) =>
      channels.map((channel) => ({
        channel,
        topic,
        mode: chosen.get(`${channel} ${topic}`) ?? NOTICE_TOPICS[topic].first[channel],
        title: NOTICE_TOPICS[topic].title,
      })),
    ),
  };
}
