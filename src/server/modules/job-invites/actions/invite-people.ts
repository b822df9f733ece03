import { sql, type RawBuilder } from "kysely";
import { JOB_INVITE_LIFE_DAYS } from "#contract/jobs/job-invite-states.ts";
import { LIVE_JOB_OFFER_STATES } from "#contract/jobs/job-offer-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { claimMessage, claimMessages, strangersAmong } from "#server/modules/accounts/index.ts";
import type { OwnJob } from "#server/modules/jobs/index.ts";
import { digestOfInvitation, newInvitationId } from "#server/modules/registration/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import type { Platform } from "#server/platform.ts";
import { announceInvites } from "./move-invites.ts";

const DAY_MS = 86_400_000;

export interface Candidate {
  readonly workmanId: number;
  readonly phone: string;
  readonly firstName: string;
  readonly isBlacklisted: boolean;
  readonly isInvited: boolean;
  readonly hasOffer: boolean;
}

/** @param where - on `workmen w` and `people p`. */
export async function findWorkmen(
  trx: Trx,
  job: OwnJob,
  where: RawBuilder<unknown>,
  at: Date,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT w.id AS "workmanId", p.phone, w.first_name AS "firstName",
      ${blacklisted(job.account_id, sql`p.phone`, sql`w.inn`, at)} AS "isBlacklisted",
      EXISTS (SELECT FROM job_invites i
        WHERE i.account_id = ${job.account_id}
          AND i.job_id = ${job.id}
          AND i.state IN ('SENT', 'VIEWED')
          AND (i.workman_id = w.id OR i.phone = p.phone)) AS "isInvited",
      EXISTS (SELECT FROM job_offers o
        WHERE o.account_id = ${job.account_id}
          AND o.job_id = ${job.id}
          AND o.workman_id = w.id
          AND o.state = ANY (${[...LIVE_JOB_OFFER_STATES]}::text[])) AS "hasOffer"
    FROM workmen w JOIN people p ON p.id = w.person_id WHERE ${where}`.execute(trx);
  return rows;
}

/** `null` when allowed. */
export function whyNot(candidate: Candidate | undefined): string | null {
  if (!candidate) return "Исполнитель не найден";
  if (candidate.isBlacklisted) return "Исполнитель в чёрном списке. Сначала уберите его оттуда";
  if (candidate.isInvited) return "Исполнитель уже приглашён в это задание";
  return candidate.hasOffer ? "Исполнитель уже откликнулся на это задание" : null;
}

/**
 * `null`: unregistered.
 *
 * @throws AppError `invalid`.
 */
async function findByPhone(
  trx: Trx,
  job: OwnJob,
  phone: string,
  at: Date,
): Promise<Candidate | null> {
  const { rows } = await sql<{ workman_id: number | null; state: string | null }>`
    SELECT w.id AS workman_id, w.state
    FROM people p
    LEFT JOIN workmen w ON w.person_id = p.id
    WHERE p.phone = ${phone}`.execute(trx);
  const person = rows[0];
  if (!person) return null;
  if (person.workman_id === null)
    throw invalid({
      phone: ["По этому номеру зарегистрирован заказчик. Укажите номер исполнителя"],
    });
  if (person.state === "BLOCKED" || person.state === "DELETED")
    throw invalid({ phone: ["Этого исполнителя сейчас нельзя пригласить"] });
  return (await findWorkmen(trx, job, sql`w.id = ${person.workman_id}`, at))[0] ?? null;
}

interface Invitation {
  readonly message: string | null;
  readonly isByPhone: boolean;
  readonly by: number;
  readonly at: Date;
}

export async function addInvites(
  trx: Trx,
  events: ProductEventBus,
  job: OwnJob,
  workmen: readonly Candidate[],
  { message, isByPhone, by, at }: Invitation,
): Promise<bigint[]> {
  if (workmen.length === 0) return [];
  const { rows } = await sql<{ account_id: number; id: bigint; person_id: number }>`
    INSERT INTO job_invites (account_id, job_id, phone, first_name, workman_id, state, message,
      is_by_phone, created_by, created_at, expires_at)
    SELECT ${job.account_id}, ${job.id}, p.phone, w.first_name, w.id, 'SENT', ${message},
      ${isByPhone}, ${by}, ${at}, ${endOf(at)}
    FROM workmen w
    JOIN people p ON p.id = w.person_id
    WHERE w.id = ANY (${workmen.map((one) => one.workmanId)}::integer[])
    ON CONFLICT (account_id, job_id, phone) WHERE state IN ('SENT', 'VIEWED') DO NOTHING
    RETURNING account_id, id, (SELECT person_id FROM workmen WHERE id = workman_id) AS person_id`.execute(
    trx,
  );
  const ids = rows.map((row) => row.id);
  await announceInvites(trx, rows);
  await events.publish(trx, "invites.sent", { accountId: job.account_id, inviteIds: ids, at });
  return ids;
}

/**
 * Impossible ones are returned with reasons.
 *
 * @returns ids of invites, and the invited workmen.
 */
export async function inviteWorkmen(
  trx: Trx,
  events: ProductEventBus,
  job: OwnJob,
  workmanIds: readonly number[],
  invitation: Omit<Invitation, "isByPhone">,
) {
  const asked = [...new Set(workmanIds)];
  const found = new Map(
    (
      await findWorkmen(
        trx,
        job,
        sql`w.id = ANY (${asked}::integer[]) AND w.state = 'ACTIVE'`,
        invitation.at,
      )
    ).map((one) => [one.workmanId, one]),
  );
  const isPossible = (one: Candidate) => whyNot(one) === null;
  const strangers = await strangersAmong(
    trx,
    job.account_id,
    [...found.values()].filter(isPossible).map((one) => one.workmanId),
  );
  const refused = await claimMessages(
    trx,
    job.account_id,
    [...found.values()].filter((one) => strangers.has(one.workmanId)).map((one) => one.phone),
    false,
    invitation.at,
  );
  const refusals = asked.map((workmanID) => {
    const workman = found.get(workmanID);
    return { workmanID, message: whyNot(workman) ?? refused.get(workman?.phone ?? "") ?? null };
  });
  const failed = refusals.flatMap(({ workmanID, message }) =>
    message === null ? [] : [{ workmanID, message }],
  );
  const invited = refusals.flatMap(({ workmanID, message }) =>
    message === null ? (found.get(workmanID) ?? []) : [],
  );
  const ids = await addInvites(trx, events, job, invited, { ...invitation, isByPhone: false });
  return { ids, invitedIds: invited.map((one) => one.workmanId), failed };
}

/**
 * A registered workman gets a notice, others a link.
 *
 * @throws AppError `conflict`, `invalid` or `too_many_requests`.
 */
export async function invitePhone(
  trx: Trx,
  platform: Pick<Platform, "secrets" | "linkOrigin" | "events">,
  job: OwnJob,
  invitation: LinkInvitation,
): Promise<bigint[]> {
  const workman = await findByPhone(trx, job, invitation.phone, invitation.at);
  if (workman === null) return [await addLinkInvite(trx, platform, job, invitation)];
  const refusal = whyNot(workman);
  if (refusal !== null) throw conflict(refusal);
  const strangers = await strangersAmong(trx, job.account_id, [workman.workmanId]);
  if (strangers.size > 0)
    await claimMessage(trx, job.account_id, workman.phone, false, invitation.at);
  return addInvites(trx, platform.events, job, [workman], { ...invitation, isByPhone: true });
}

interface LinkInvitation extends Omit<Invitation, "isByPhone"> {
  readonly phone: string;
  readonly firstName: string | null;
}

/**
 * The table has the digest of the link's id; the id is sealed until sent.
 *
 * @returns the invite's id.
 * @throws AppError `conflict` — already invited, blacklisted, or no public URL;
 * `too_many_requests`.
 */
async function addLinkInvite(
  trx: Trx,
  { secrets, linkOrigin }: Pick<Platform, "secrets" | "linkOrigin">,
  job: OwnJob,
  { phone, firstName, message, by, at }: LinkInvitation,
): Promise<bigint> {
  if (linkOrigin === null)
    throw conflict(
      "Приглашения по СМС не настроены. Пригласите исполнителя, который уже зарегистрирован",
    );
  const { rows: facts } = await sql<{ is_blacklisted: boolean; is_invited: boolean }>`
    SELECT ${blacklisted(job.account_id, sql`${phone}`, sql`NULL`, at)} AS is_blacklisted,
      EXISTS (SELECT FROM job_invites i
        WHERE i.account_id = ${job.account_id}
          AND i.job_id = ${job.id}
          AND i.state IN ('SENT', 'VIEWED')
          AND i.phone = ${phone}) AS is_invited`.execute(trx);
  if (facts[0]?.is_blacklisted) throw conflict("Номер в чёрном списке. Сначала уберите его оттуда");
  if (facts[0]?.is_invited) throw conflict("Этот номер уже приглашён в задание");
  await claimMessage(trx, job.account_id, phone, true, at);
  const secret = newInvitationId();
  const { rows } = await sql<{ account_id: number; id: bigint }>`
    INSERT INTO job_invites (account_id, job_id, phone, first_name, state, secret_hash, sealed_id,
      message_due_at, message, is_by_phone, created_by, created_at, expires_at)
    VALUES (${job.account_id}, ${job.id}, ${phone}, ${firstName}, 'SENT',
      ${digestOfInvitation(secrets, secret)}, ${secrets.seal(secret)}, ${at}, ${message}, true,
      ${by}, ${at}, ${endOf(at)})
    ON CONFLICT (account_id, job_id, phone)
    WHERE state IN ('SENT', 'VIEWED') DO NOTHING
    RETURNING account_id, id`.execute(trx);
  const invite = rows[0];
  // The job is locked: nobody else invited the phone.
  if (!invite) throw new Error(`invite of job ${job.id} not made`);
  await announceInvites(trx, [{ ...invite, person_id: null }]);
  return invite.id;
}

function endOf(at: Date): Date {
  return new Date(at.getTime() + JOB_INVITE_LIFE_DAYS * DAY_MS);
}

function blacklisted(
  accountId: number,
  phone: RawBuilder<unknown>,
  inn: RawBuilder<unknown>,
  at: Date,
): RawBuilder<unknown> {
  return sql`
    EXISTS (SELECT FROM blacklist_entries b
      WHERE b.account_id = ${accountId}
        AND (b.until IS NULL OR b.until >= ${moscowDate(at)}::date)
        AND (b.phone = ${phone} OR b.inn = ${inn}))`;
}
