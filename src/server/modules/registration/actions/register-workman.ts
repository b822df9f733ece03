import { sql } from "kysely";
import type { RegistrationData } from "#contract/auth/registration.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Secrets } from "#server/data/secrets.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { digestOfInvitation } from "../invitation-ids.ts";
import { findInvitation, type Invitation, type InvitationKind } from "../invitations.ts";
import type { Registrant } from "../read-registration.ts";

/** @throws errors of `findInvitation`; `invalid` — sent to another phone. */
export async function readInvitation(
  trx: Trx,
  secrets: Secrets,
  data: RegistrationData,
  phone: string,
  now: Date,
): Promise<(Invitation & { readonly kind: InvitationKind }) | null> {
  const given = data.workmanRegistrationID ?? data.workmanInviteID;
  if (given === undefined) return null;
  const kind = data.workmanRegistrationID === undefined ? "job-invite" : "registry";
  const invitation = await findInvitation(trx, kind, digestOfInvitation(secrets, given), now);
  if (invitation.phone !== phone)
    throw invalid({
      "data.phoneNumber": [
        "Приглашение отправлено на другой номер. Укажите номер, на который пришло СМС",
      ],
    });
  return { ...invitation, kind };
}

/**
 * In DRAFT. Missing data come from the registry; the phone's waiting invites become the workman's.
 *
 * @returns the id.
 */
export async function addWorkman(
  trx: Trx,
  events: ProductEventBus,
  personId: number,
  registrant: Registrant,
  invitation: (Invitation & { readonly kind: InvitationKind }) | null,
  at: Date,
  innField = "data.inn",
): Promise<number> {
  const { inn, lastName, firstName, middleName, citizenship, taxpayerType, cityId, phone } =
    registrant;
  if (inn !== null) await refuseKnownInn(trx, inn, innField);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO workmen (person_id, state, registration_status, registration_step, taxpayer_type,
      inn, last_name, first_name, middle_name, citizenship, city_id, created_at)
    VALUES (${personId}, 'DRAFT', 'DRAFT', '0', ${taxpayerType}, ${inn}, ${lastName}, ${firstName},
      ${middleName}, ${citizenship}, ${cityId}, ${at})
    RETURNING id`.execute(trx);
  const workmanId = rows[0]?.id as number;
  if (invitation?.kind === "registry") await takeFromRegistry(trx, workmanId, invitation, at);
  const { rows: mine } = await sql<{ account_id: number; id: bigint }>`
    WITH mine AS (
      UPDATE job_invites
      SET workman_id = ${workmanId}
      WHERE phone = ${phone}
        AND workman_id IS NULL
        AND state IN ('SENT', 'VIEWED')
        AND expires_at > ${at}
      RETURNING account_id, id
    ),
      callers AS (SELECT account_id
        FROM mine
        UNION SELECT ${invitation?.account_id ?? null}::integer),
      ties AS (
      INSERT INTO employments (account_id, workman_id, state, since)
      SELECT account_id, ${workmanId}, 'REGISTRATION', ${at}
      FROM callers
      WHERE account_id IS NOT NULL
      ON CONFLICT (account_id, workman_id) DO NOTHING
    )
    SELECT account_id, id FROM mine`.execute(trx);
  for (const invite of mine)
    await events.publish(trx, "invites.sent", {
      accountId: invite.account_id,
      inviteIds: [invite.id],
      at,
    });
  return workmanId;
}

async function takeFromRegistry(
  trx: Trx,
  workmanId: number,
  { account_id: accountId, id }: Invitation,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE workmen w
    SET last_name = coalesce(nullif(w.last_name, ''), r.last_name),
      first_name = coalesce(nullif(w.first_name, ''), r.first_name),
      middle_name = coalesce(w.middle_name, r.middle_name),
      inn = coalesce(w.inn, CASE
        WHEN EXISTS (SELECT FROM workmen o WHERE o.inn = r.inn) THEN NULL
        ELSE r.inn END),
        taxpayer_type = r.taxpayer_type, citizenship = r.citizenship,
        birth_date = coalesce(w.birth_date, r.birth_date),
      sealed_profile = coalesce(w.sealed_profile, r.sealed)
    FROM workman_registrations r
    WHERE w.id = ${workmanId} AND r.account_id = ${accountId} AND r.id = ${id}`.execute(trx);
  await sql`
    UPDATE people p
    SET email = coalesce(p.email, r.email)
    FROM workman_registrations r, workmen w
    WHERE w.id = ${workmanId}
      AND p.id = w.person_id
      AND r.account_id = ${accountId}
      AND r.id = ${id}`.execute(trx);
  // The company's copy of prepared data goes.
  await sql`
    UPDATE workman_registrations
    SET workman_id = ${workmanId}, used_at = ${at}, opened_at = coalesce(opened_at, ${at}),
      sealed = NULL, sealed_id = NULL, message_due_at = NULL
    WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
  for (const resource of ["workman-registries", "workman-registration-registries"])
    await announce(trx, { to: `account:${accountId}`, resource, ids: [] });
  await sql`
    INSERT INTO employments (account_id, workman_id, state, project_ids, since)
    SELECT account_id, ${workmanId}, 'REGISTRATION', project_ids, ${at}
    FROM workman_registrations
    WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
}

/** After a code: INNs must not be probed. */
async function refuseKnownInn(trx: Trx, inn: string, field: string): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM workmen WHERE inn = ${inn}`.execute(trx);
  if (rows.length > 0)
    throw invalid({
      [field]: [
        "Этот ИНН уже указан в другом профиле. Войдите по прежнему номеру телефона или напишите в поддержку",
      ],
    });
}
