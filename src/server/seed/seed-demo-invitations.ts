import { sql } from "kysely";
import { digestOfInvitation } from "#server/modules/registration/index.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";
import { personInn } from "#contract/values/check-digits.ts";

const DAY_MS = 86_400_000;

/** Fixed, to try at once; real ids are random. Of each kind one is valid, one used, one expired. */
export const DEMO_INVITATIONS = {
  jobInvite: { valid: "ab01".repeat(8), used: "ab02".repeat(8), expired: "ab03".repeat(8) },
  registry: { valid: "cd01".repeat(8), used: "cd02".repeat(8), expired: "cd03".repeat(8) },
} as const;

interface Scene {
  readonly accountId: number;
  readonly accountName: string;
  readonly job: string;
  readonly workmen: ReadonlyMap<string, number>;
  readonly now: Date;
}

export async function seedInvitations(
  trx: Trx,
  secrets: Secrets,
  { accountId, accountName, job, workmen, now }: Scene,
): Promise<void> {
  const sentAt = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS);
  const { jobInvite, registry } = DEMO_INVITATIONS;
  const invites = [
    { id: jobInvite.valid, phone: "79000000301", name: "Лариса", workman: null, at: sentAt(1) },
    {
      id: jobInvite.used,
      phone: "79000000102",
      name: "Игорь",
      workman: workmen.get("79000000102"),
      at: sentAt(3),
    },
    { id: jobInvite.expired, phone: "79000000303", name: "Мурат", workman: null, at: sentAt(12) },
  ];
  for (const { id, phone, name, workman, at } of invites) {
    await sql`
      INSERT INTO job_invites (account_id, job_id, phone, first_name, workman_id, state,
        secret_hash, message, created_at, expires_at)
      SELECT j.account_id, j.id, ${phone}, ${name}, ${workman ?? null}, 'SENT',
        ${digestOfInvitation(secrets, id)}, 'Приглашаем вас в задание', ${at},
        ${new Date(at.getTime() + 7 * DAY_MS)}
      FROM jobs j WHERE j.account_id = ${accountId} AND j.title = ${job} AND j.state = 'PUBLISHED'`.execute(
      trx,
    );
    await addMessage(
      trx,
      phone,
      `${accountName} приглашает вас в задание. Зарегистрируйтесь: /workman-invite?wi=${id}`,
      at,
    );
  }
  const registrations = [
    {
      id: registry.valid,
      phone: "79000000304",
      name: ["Ильин", "Тимофей", "Андреевич"],
      inn: personInn("7709114482"),
      workman: null,
      at: sentAt(2),
    },
    {
      id: registry.used,
      phone: "79000000103",
      name: ["Новикова", "Полина", "Артёмовна"],
      inn: personInn("5024187703"),
      workman: workmen.get("79000000103"),
      at: sentAt(9),
    },
    {
      id: registry.expired,
      phone: "79000000306",
      name: ["Бойко", "Алла", "Игоревна"],
      inn: null,
      workman: null,
      at: sentAt(40),
    },
  ];
  for (const { id, phone, name, inn, workman, at } of registrations) {
    await sql`
      INSERT INTO workman_registrations (account_id, secret_hash, phone, last_name, first_name,
        middle_name, inn, birth_date, created_at, expires_at, workman_id, used_at)
      VALUES (${accountId}, ${digestOfInvitation(secrets, id)}, ${phone}, ${name[0]}, ${name[1]},
        ${name[2]}, ${inn}, '1994-02-19', ${at}, ${new Date(at.getTime() + 30 * DAY_MS)},
        ${workman ?? null},
        ${workman === null ? null : new Date(at.getTime() + DAY_MS)})`.execute(trx);
    await addMessage(
      trx,
      phone,
      `${accountName} готовит вашу регистрацию. Проверьте данные: /workman-registry-registration?wr=${id}`,
      at,
    );
  }
}

async function addMessage(trx: Trx, phone: string, text: string, at: Date): Promise<void> {
  await sql`
    INSERT INTO sandbox.sms (phone, text, arrives_at) VALUES (${phone}, ${text}, ${at})`.execute(
    trx,
  );
}
