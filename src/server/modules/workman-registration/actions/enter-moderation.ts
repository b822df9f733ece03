import { sql } from "kysely";
import { WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import type { Trx } from "#server/data/transaction.ts";

/**
 * Decision: after bank and tax service, because workmen in DRAFT see «ожидание статуса
 * самозанятого» after the stepper.
 */
export async function enterModeration(trx: Trx, { id }: { readonly id: number }): Promise<void> {
  const from = [...WORKMAN_TRANSITIONS.submit.from, ...WORKMAN_TRANSITIONS.resubmit.from];
  await sql`
    UPDATE workmen
    SET state = ${WORKMAN_TRANSITIONS.submit.to[0]}, error = NULL
    WHERE id = ${id} AND state = ANY (${from}::text[])`.execute(trx);
}
