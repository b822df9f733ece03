import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

/** Payouts wait for the workman's signature. */
export function listenForActs(events: ProductEventBus): void {
  events.on("acts.awaited", async (trx, { documents, at }) => {
    await sql`
      WITH made AS (
        INSERT INTO notices (person_id, type, resource, created_at)
        SELECT w.person_id, ${NOTICE_TYPES.ActRequired.id},
          jsonb_build_object('job', jsonb_build_object('id', j.id, 'title', j.title)), ${at}
        FROM unnest(${numberArray(documents.map((one) => one.accountId))}::integer[],
          ${numberArray(documents.map((one) => one.id))}::bigint[]) AS k(account_id, id)
        JOIN job_documents d ON d.account_id = k.account_id AND d.id = k.id
        JOIN jobs j ON j.account_id = d.account_id AND j.id = d.job_id
        JOIN workmen w ON w.id = d.workman_id
        RETURNING person_id, id, type, created_at
      ), ${NOTICE_FANOUT}`.execute(trx);
  });
}
