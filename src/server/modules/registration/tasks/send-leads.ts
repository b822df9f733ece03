import { sql } from "kysely";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { escapeMarkup } from "#contract/values/markup.ts";
import { formatPhone } from "#contract/values/phone.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { MOST_ATTEMPTS, nextAttemptAt } from "#server/work/message-attempts.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";

type LeadPlatform = Pick<Platform, "db" | "clock" | "mail">;

interface LeasedLead {
  readonly id: bigint;
  readonly phone: string;
  readonly first_name: string | null;
  readonly city: string | null;
  readonly comment: string | null;
  readonly created_at: Date;
}

/**
 * To support. Retried every two hours without limit, also until there is a mail gateway. Repeats
 * have the same id.
 */
export function sendLeadsTask(platform: LeadPlatform): BackgroundTask {
  const { db, clock, mail } = platform;
  return callTask<LeasedLead, void>(platform, {
    name: "registration.send-leads",
    idleMs: 3000,
    atOnce: 5,
    nameOf: ({ id }) => String(id),
    async lease({ at, until, limit }) {
      if (mail === null) return [];
      const { rows } = await sql<LeasedLead>`
        UPDATE workman_leads l
        SET message_due_at = ${until}
        WHERE l.id = ANY (ARRAY(SELECT id
          FROM workman_leads
          WHERE message_due_at <= ${at}
          ORDER BY message_due_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
        RETURNING l.id, l.phone, l.first_name,
          (SELECT c.title FROM cities c WHERE c.id = l.city_id) AS city, l.comment,
          l.created_at`.execute(db);
      return rows;
    },
    call: async (lead) =>
      mail?.send({
        id: `workman-lead-${lead.id}`,
        to: PLATFORM_COMPANY.email,
        ...mailOf(lead),
      }),
    settle: (trx, { id }, _sent, at) =>
      sql`UPDATE workman_leads SET message_due_at = NULL, sent_at = ${at} WHERE id = ${id}`.execute(
        trx,
      ),
    async failed(trx, { id }, { tries }) {
      const again = nextAttemptAt(clock.now(), Math.min(tries, MOST_ATTEMPTS));
      await sql`
        UPDATE workman_leads
        SET message_due_at = ${again}
        WHERE id = ${id} AND message_due_at IS NOT NULL`.execute(trx);
      return false;
    },
  });
}

function mailOf({
  phone,
  first_name: firstName,
  city,
  comment,
  created_at: createdAt,
}: LeasedLead): {
  subject: string;
  text: string;
  html: string;
} {
  const lines = [
    `Телефон: ${formatPhone(phone)}`,
    firstName === null ? "" : `Имя: ${firstName}`,
    city === null ? "" : `Город: ${city}`,
    comment === null ? "" : `Вопрос: ${comment}`,
    `Просьба оставлена ${formatMoscowTime(createdAt)} по Москве`,
  ].filter(Boolean);
  return {
    subject: "Будущий исполнитель просит перезвонить",
    text: lines.join("\n"),
    html: lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join(""),
  };
}
