import { sql } from "kysely";
import { WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";

/**
 * Decision: after bank and tax service, because workmen in DRAFT see «ожидание статуса
 * самозанятого» after the stepper.
 */
export async function enterModeration(trx: Trx, { id }: { readonly id: number }): Promise<void> {
  const submit = transition(WORKMAN_TRANSITIONS, "submit", "system");
  await sql`
    UPDATE workmen SET ${submit.set}, error = NULL WHERE id = ${id} AND ${submit.from}`.execute(
    trx,
  );
}
