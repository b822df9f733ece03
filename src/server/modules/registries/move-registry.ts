import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { REGISTRY_STATE, type RegistryState } from "#contract/registries/registry-states.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, type Move } from "#server/data/transition.ts";
import type { RegistryRow } from "./registry-row.ts";

type MovedRow = Pick<RegistryRow, "account_id" | "id" | "kind">;

/**
 * Screens are told.
 *
 * @param registry - locked and judged by the caller.
 * @param rest - other columns to set.
 */
export async function moveRegistry(
  trx: Trx,
  registry: MovedRow,
  move: Move<RegistryState>,
  rest?: RawBuilder<unknown>,
): Promise<void> {
  requireMoved(
    await sql`
      UPDATE registries
      SET ${rest ? sql`${move.set}, ${rest}` : move.set}
      WHERE account_id = ${registry.account_id} AND id = ${registry.id} AND ${move.from}`.execute(
      trx,
    ),
  );
  await tellScreens(trx, registry);
}

export function tellScreens(trx: Trx, { account_id: accountId, id, kind }: MovedRow) {
  return announce(trx, {
    to: `account:${accountId}`,
    resource: REGISTRY_KINDS[kind].resource,
    ids: [id],
  });
}

export function answerWith(registry: RegistryRow, state: RegistryState) {
  return {
    registry,
    answer: {
      id: registry.id,
      state: definitionFor(REGISTRY_STATE, state),
      version: registry.version,
    },
  };
}

/** Of one whose confirmation was taken back. */
export const UNCONFIRMED = sql`
  hold_id = NULL, cancel_until = NULL, confirmed_at = NULL, executed_by = NULL, mode = NULL,
    approval_requested_at = NULL, approval_rules = NULL, asked_start_at = NULL`;

/** By the counters, which a change may be about to write. */
export const validatedStates = (
  ready: RawBuilder<unknown> = sql`ready_count`,
  errors: RawBuilder<unknown> = sql`error_count`,
) =>
  ({
    when: { INVALID: sql`${ready} = 0`, READY: sql`${errors} = 0` },
    to: "PARTIALLY_READY",
  }) as const;
