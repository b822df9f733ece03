import { sql } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { AppError } from "#server/platform/app-error.ts";
import { announce } from "#server/platform/live.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { RegistrationDependencies } from "./dependencies.ts";
import { countEntry, refuseTooManyEntries } from "./entry-limits.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { digestOfInvitation } from "./invitation-ids.ts";
import { findInvitation, type InvitationKind } from "./invitations.ts";

/** Whom an invitation was sent to: it fills the form of registration in. Only who holds the message knows its id. */
export function serveInvitations(serve: Serve, { outside, clock, secrets }: RegistrationDependencies): void {
  for (const [endpoint, kind] of [[authEndpoints.invitedToJob, "job-invite"], [authEndpoints.invitedByRegistry, "registry"]] as const satisfies readonly (readonly [unknown, InvitationKind])[]) {
    serve(endpoint, async ({ params, request, trx }) => {
      const attempt = { kind: "invitation", ip: request.ip, at: clock.now() } as const;
      await refuseTooManyEntries(outside, attempt);
      try {
        const digest = digestOfInvitation(secrets, params.id);
        const { first_name: firstName, phone, account_id: accountId } = await findInvitation(trx, kind, digest, attempt.at);
        if (kind === "registry") await markOpened(outside, accountId, digest, attempt.at);
        return { firstName, phone };
      } catch (error) {
        if (error instanceof AppError && error.code === "not_found") await countEntry(outside, attempt);
        throw error;
      }
    });
  }
}

/** The company sees that the link has been opened, the first time. A reading call changes nothing of its own transaction. */
async function markOpened(db: RegistrationDependencies["outside"], accountId: number, digest: Buffer, at: Date): Promise<void> {
  const { rows } = await sql<{ registry_id: number | null }>`UPDATE workman_registrations SET opened_at = ${at} WHERE secret_hash = ${digest} AND opened_at IS NULL RETURNING registry_id`.execute(db);
  if (!rows[0]) return;
  for (const resource of ["workman-registries", "workman-registration-registries"]) await announce(db as Trx, { to: `account:${accountId}`, resource, ids: rows.flatMap(({ registry_id: id }) => id ?? []) });
}
