import { sql } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  INVITATION_STATE,
  invitationStateOf,
  RESENDABLE_INVITATION_STATES,
  WAITING_INVITATION_STATES,
} from "#contract/registries/invitation-states.ts";
import type { RegistryInvitation } from "#contract/registries/registry-item.ts";
import type { RegistryValues } from "#contract/registries/registry.ts";
import type { Db } from "../registry-kind.ts";
import type { RegistryRow } from "../registry-row.ts";
import { ownRows } from "../validation/stored-rows.ts";

/** Of `workman_registrations`. */
export interface InvitationRow {
  readonly id: number;
  readonly row_no: number | null;
  readonly sent_at: Date | null;
  readonly not_sent_at: Date | null;
  readonly opened_at: Date | null;
  readonly used_at: Date | null;
  readonly canceled_at: Date | null;
  readonly expires_at: Date;
}

/** @param manages - the actor may cancel and resend. */
export function presentInvitation(
  row: InvitationRow,
  now: Date,
  manages: boolean,
): RegistryInvitation {
  const state = stateOfRow(row, now);
  return {
    id: row.id,
    state: definitionFor(INVITATION_STATE, state),
    sentAt: row.sent_at?.toISOString() ?? null,
    openedAt: row.opened_at?.toISOString() ?? null,
    registeredAt: row.used_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    permissions: {
      cancel: manages && WAITING_INVITATION_STATES.includes(state),
      resend: manages && RESENDABLE_INVITATION_STATES.includes(state),
    },
  };
}

export function stateOfRow(row: InvitationRow, now: Date) {
  return invitationStateOf(
    {
      sentAt: row.sent_at,
      notSentAt: row.not_sent_at,
      openedAt: row.opened_at,
      registeredAt: row.used_at,
      canceledAt: row.canceled_at,
      expiresAt: row.expires_at,
    },
    now,
  );
}

export async function invitationsOfRows(
  db: Db,
  registry: RegistryRow,
  rowNos: readonly number[],
): Promise<ReadonlyMap<number, InvitationRow>> {
  const { rows } = await sql<InvitationRow>`
    SELECT id, row_no, sent_at, not_sent_at, opened_at, used_at, canceled_at, expires_at
    FROM workman_registrations
    WHERE account_id = ${registry.account_id}
      AND registry_id = ${registry.id}
      AND row_no = ANY (${[...rowNos]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.row_no ?? 0, row]));
}

export async function invitationTotals(
  db: Db,
  registry: RegistryRow,
  now: Date,
): Promise<RegistryValues> {
  const { rows } = await sql<
    Record<"sent" | "opened" | "registered" | "waiting" | "favourites", number>
  >`
    SELECT count(*) FILTER (WHERE sent_at IS NOT NULL)::integer AS sent,
      count(*) FILTER (WHERE opened_at IS NOT NULL OR used_at IS NOT NULL)::integer AS opened,
      count(*) FILTER (WHERE used_at IS NOT NULL)::integer AS registered,
      count(*) FILTER (WHERE used_at IS NULL
        AND canceled_at IS NULL
        AND expires_at > ${now})::integer AS waiting,
      (SELECT count(*)::integer
        FROM registry_items i
        WHERE ${ownRows(registry)}
          AND i.state = 'APPLIED'
          AND i.workman_id IS NOT NULL) AS favourites
    FROM workman_registrations
    WHERE account_id = ${registry.account_id} AND registry_id = ${registry.id}`.execute(db);
  const { sent = 0, opened = 0, registered = 0, waiting = 0, favourites = 0 } = rows[0] ?? {};
  return {
    sentCount: sent,
    openedCount: opened,
    registeredCount: registered,
    favouritesCount: favourites,
    waitingCount: waiting,
  };
}
