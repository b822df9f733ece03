import { sql } from "kysely";
import { INVITATION_STATE } from "#contract/registries/invitation-states.ts";
import { REGISTRY_PLACES } from "#contract/registries/registry-places.ts";
import { reaches } from "#contract/access/actor.ts";
import type { ItemReading, RowKind } from "../registry-kind.ts";
import { presentRows, seesWhole } from "../routes/present-rows.ts";
import { invitationsOfRows, presentInvitation, stateOfRow } from "./invitation-rows.ts";

export const INVITATION_PERMISSIONS = REGISTRY_PLACES.workman;

/**
 * With the progress of the invitations.
 *
 * @param nameCells - 1-based cells the search looks into.
 */
export function invitationItems(
  rowKind: Pick<RowKind, "columns">,
  nameCells: readonly number[],
  isConfirmedShown: boolean,
): ItemReading {
  return {
    inStates: (states) => sql`i.state = ANY (${[...states]}::text[])`,
    search(registry, search, pattern, actor) {
      const ways = nameCells.map((place) => sql`i.cells[${sql.lit(place)}] ILIKE ${pattern}`);
      const digits = search.replace(/\D/g, "");
      if (digits.length >= 3 && seesWhole({ permissions: INVITATION_PERMISSIONS }, registry, actor))
        ways.push(sql`i.phone LIKE ${`%${digits}%`}`, sql`i.inn LIKE ${`${digits}%`}`);
      return ways;
    },
    present(platform, db, registry, actor, source) {
      return presentRows(
        platform,
        db,
        { rows: rowKind, permissions: INVITATION_PERMISSIONS },
        registry,
        actor,
        source,
        async (rows) => {
          const now = platform.clock.now();
          const invitations = await invitationsOfRows(
            db,
            registry,
            rows.map((row) => row.row_no),
          );
          const manages = reaches(actor, INVITATION_PERMISSIONS.edit, {
            accountId: registry.account_id,
            projectId: registry.project_id,
          });
          return (row) => {
            const invitation = invitations.get(row.row_no);
            const shown = invitation ? presentInvitation(invitation, now, manages) : null;
            return {
              values: {
                invitationState: invitation
                  ? INVITATION_STATE.titles[stateOfRow(invitation, now)]
                  : null,
                sentAt: shown?.sentAt ?? null,
                openedAt: shown?.openedAt ?? null,
                registeredAt: shown?.registeredAt ?? null,
              },
              more: {
                employeeID: row.employment_id,
                invitation: shown,
                ...(isConfirmedShown ? { confirmedAt: shown?.registeredAt ?? null } : {}),
              },
            };
          };
        },
      );
    },
  };
}
