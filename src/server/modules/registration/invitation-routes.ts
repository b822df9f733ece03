import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { RegistrationDependencies } from "./dependencies.ts";
import { countEntry, refuseTooManyEntries } from "./entry-limits.ts";
import { digestOfInvitation } from "./invitation-ids.ts";
import { findInvitation, type InvitationKind } from "./invitations.ts";

/** Whom an invitation was sent to: it fills the form of registration in. Only who holds the message knows its id. */
export function serveInvitations(serve: Serve, { outside, clock, secrets }: RegistrationDependencies): void {
  for (const [endpoint, kind] of [[authEndpoints.invitedToJob, "job-invite"], [authEndpoints.invitedByRegistry, "registry"]] as const satisfies readonly (readonly [unknown, InvitationKind])[]) {
    serve(endpoint, async ({ params, request, trx }) => {
      const attempt = { kind: "invitation", ip: request.ip, at: clock.now() } as const;
      await refuseTooManyEntries(outside, attempt);
      try {
        const { first_name: firstName, phone } = await findInvitation(trx, kind, digestOfInvitation(secrets, params.id), attempt.at);
        return { firstName, phone };
      } catch (error) {
        if (error instanceof AppError && error.code === "not_found") await countEntry(outside, attempt);
        throw error;
      }
    });
  }
}
