import { sql } from "kysely";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { escapeMarkup } from "#contract/values/markup.ts";
import { formatPhone } from "#contract/values/phone.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { MESSAGE_LEASE_MS, MOST_ATTEMPTS, nextAttemptAt } from "#server/work/message-attempts.ts";
import type { Platform } from "#server/platform.ts";

const SENT_AT_ONCE = 20;

type LeadPlatform = Pick<Platform, "db" | "clock" | "mail">;

interface LeasedLead {
  readonly id: bigint;
  readonly phone: string;
  readonly first_name: string | null;
  readonly city: string | null;
  readonly comment: string | null;
  readonly created_at: Date;
  readonly message_attempts: number;
}

/**
 * Mails requests for a call to support. Nobody else reads them, so a failed message is retried
 * every two hours without limit and waits for a mail gateway. After a crash it is sent again under
 * its id, which the gateway deduplicates.
 */
export function sendLeadsTask(platform: LeadPlatform): BackgroundTask {
  return {
    name: "registration.send-leads",
    idleMs: 3000,
    async run(signal) {
      const { mail } = platform;
      if (mail === null) return false;
      const leased = await leaseLeads(platform);
      for (const lead of leased) {
        if (signal.aborted) return false;
        await sendOne(platform, mail, lead);
      }
      return leased.length === SENT_AT_ONCE;
    },
  };
}

async function leaseLeads({ db, clock }: LeadPlatform): Promise<LeasedLead[]> {
  const now = clock.now();
  const { rows } = await sql<LeasedLead>`
    UPDATE workman_leads l
    SET message_attempts = l.message_attempts + 1,
      message_due_at = ${new Date(now.getTime() + MESSAGE_LEASE_MS)}
    WHERE l.id = ANY (ARRAY(SELECT id
      FROM workman_leads
      WHERE message_due_at <= ${now}
      ORDER BY message_due_at
      LIMIT ${SENT_AT_ONCE}
      FOR UPDATE SKIP LOCKED))
    RETURNING l.id, l.phone, l.first_name,
      (SELECT c.title FROM cities c WHERE c.id = l.city_id) AS city, l.comment, l.created_at,
      l.message_attempts`.execute(db);
  return rows;
}

async function sendOne(
  { db, clock }: LeadPlatform,
  mail: MailGateway,
  lead: LeasedLead,
): Promise<void> {
  const { id, message_attempts: attempts } = lead;
  try {
    await mail.send({ id: `workman-lead-${id}`, to: PLATFORM_COMPANY.email, ...mailOf(lead) });
  } catch {
    const again = nextAttemptAt(clock.now(), Math.min(attempts, MOST_ATTEMPTS));
    await sql`
      UPDATE workman_leads
      SET message_due_at = ${again}
      WHERE id = ${id} AND message_attempts = ${attempts} AND message_due_at IS NOT NULL`.execute(
      db,
    );
    return;
  }
  await sql`
    UPDATE workman_leads
    SET message_due_at = NULL, sent_at = ${clock.now()}
    WHERE id = ${id} AND message_attempts = ${attempts}`.execute(db);
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
