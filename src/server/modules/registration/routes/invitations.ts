import { sql, type Kysely } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { PreparedWorkman } from "#contract/auth/registration.ts";
import { CITIZENSHIP, type Citizenship } from "#contract/definitions/citizenships.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { TAXPAYER_TYPE, type TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { AppError } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { countEntry, refuseTooManyEntries } from "../entry-limits.ts";
import type { Trx } from "#server/data/transaction.ts";
import { digestOfInvitation } from "../invitation-ids.ts";
import { findInvitation, type Invitation, type InvitationKind } from "../invitations.ts";

interface Asked {
  readonly params: { readonly id: string };
  readonly request: { readonly ip: string };
  readonly trx: Kysely<Schema>;
}

/** Only the message's recipient knows the id. */
export function serveInvitations(serve: Serve, { outside, clock, secrets }: Platform): void {
  const find = async (
    kind: InvitationKind,
    { params, request, trx }: Asked,
  ): Promise<Invitation> => {
    const attempt = { kind: "invitation", ip: request.ip, at: clock.now() } as const;
    await refuseTooManyEntries(outside, attempt);
    try {
      return await findInvitation(trx, kind, digestOfInvitation(secrets, params.id), attempt.at);
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found")
        await countEntry(outside, attempt);
      throw error;
    }
  };

  serve(authEndpoints.invitedToJob, async (asked) => {
    const { first_name: firstName, phone } = await find("job-invite", asked);
    return { firstName, phone };
  });

  serve(authEndpoints.invitedByRegistry, async (asked) => {
    const invitation = await find("registry", asked);
    const { first_name: firstName, phone, account_id: accountId } = invitation;
    await markOpened(outside, accountId, digestOfInvitation(secrets, asked.params.id), clock.now());
    // An API key is not its author.
    const isHimself = asked.actor?.phone === phone && asked.actor.apiKeyId === undefined;
    return {
      firstName,
      phone,
      prepared: isHimself ? await readPrepared(asked.trx, invitation) : null,
    };
  });
}

interface PreparedRow {
  readonly company: string;
  readonly last_name: string;
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly taxpayer_type: TaxpayerType;
  readonly citizenship: Citizenship;
  readonly inn: string | null;
  readonly birth_date: string | null;
  readonly email: string | null;
}

async function readPrepared(
  db: Kysely<Schema>,
  { account_id: accountId, id }: Invitation,
): Promise<PreparedWorkman | null> {
  const { rows } = await sql<PreparedRow>`
    SELECT a.short_name AS company, r.last_name, r.first_name, r.middle_name, r.taxpayer_type,
      r.citizenship, r.inn, r.birth_date::text, r.email
    FROM workman_registrations r
    JOIN accounts a ON a.id = r.account_id
    WHERE r.account_id = ${accountId} AND r.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    companyTitle: row.company,
    lastName: row.last_name,
    firstName: row.first_name,
    middleName: row.middle_name,
    taxpayerType: definitionFor(TAXPAYER_TYPE, row.taxpayer_type),
    citizenship: definitionFor(CITIZENSHIP, row.citizenship),
    inn: row.inn,
    birthDate: row.birth_date,
    email: row.email,
  };
}

/** Separate: a reading call must not write. */
async function markOpened(
  db: Platform["outside"],
  accountId: number,
  digest: Buffer,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{
    registry_id: number | null;
  }>`
    UPDATE workman_registrations
    SET opened_at = ${at}
    WHERE secret_hash = ${digest} AND opened_at IS NULL
    RETURNING registry_id`.execute(db);
  if (!rows[0]) return;
  for (const resource of ["workman-registries", "workman-registration-registries"])
    await announce(db as Trx, {
      to: `account:${accountId}`,
      resource,
      ids: rows.flatMap(({ registry_id: id }) => id ?? []),
    });
}
