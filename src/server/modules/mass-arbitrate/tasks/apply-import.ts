import { sql } from "kysely";
import { REGISTRY_ITEM_TRANSITIONS } from "#contract/registries/registry-item-states.ts";
import { transitionEach } from "#server/data/transition.ts";
import { proposeChanges } from "#server/modules/job-offers/index.ts";
import {
  applyRowsTask,
  COMPLETE,
  nameOfRegistry,
  type RegistryKey,
} from "#server/modules/registries/index.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { IMPORTS } from "../reach.ts";

const TASK = "mass-arbitrate.apply";
/** Per transaction. */
const BATCH = 200;
/** Both steps at once: no row is seen APPLYING. */
const APPLIED = transitionEach(REGISTRY_ITEM_TRANSITIONS, [["apply", "complete"]], "system", {
  of: "i",
  to: "d.state",
});

interface Executing {
  readonly account_id: number;
  readonly id: number;
  readonly project_ids: number[] | null;
  readonly executed_by: number;
}

interface ReadyRow {
  readonly row_no: number;
  readonly offer_id: bigint;
  readonly new_amount_kopecks: bigint;
  readonly reason: string;
  readonly comment: string | null;
  readonly seen_version: string;
}

type Proposal =
  | { readonly state: "APPLIED"; readonly arbitrationId: string; readonly result: "" }
  | { readonly state: "APPLY_FAILED"; readonly arbitrationId: null; readonly result: string };

/** Impossible rows get a reason and stop no others. */
export function applyImportTask(platform: Platform): BackgroundTask {
  return applyRowsTask<Executing, ReadyRow, Proposal>(platform, {
    task: TASK,
    batchRows: BATCH,
    async next({ limit, isFree }) {
      const { rows } = await sql<RegistryKey>`
        SELECT r.account_id, r.id
        FROM mass_arbitrate_imports r
        WHERE r.state = 'EXECUTING' AND ${isFree(nameOfRegistry("r"))}
        ORDER BY r.confirmed_at, r.id
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    async lock(trx, { account_id: accountId, id }) {
      const { rows } = await sql<Executing>`
        SELECT account_id, id, project_ids, executed_by
        FROM mass_arbitrate_imports
        WHERE account_id = ${accountId} AND id = ${id} AND state = 'EXECUTING'
        FOR NO KEY UPDATE SKIP LOCKED`.execute(trx);
      return rows[0];
    },
    async rows(trx, one) {
      const { rows } = await sql<ReadyRow>`
        SELECT row_no, offer_id, new_amount_kopecks, reason, comment, seen_version
        FROM mass_arbitrate_items
        WHERE account_id = ${one.account_id} AND import_id = ${one.id} AND state = 'READY_TO_APPLY'
        ORDER BY row_no
        LIMIT ${BATCH}`.execute(trx);
      return rows;
    },
    async apply(trx, one, rows, at) {
      const outcome = await proposeChanges(platform, trx, {
        accountId: one.account_id,
        projectIds: one.project_ids,
        changes: rows.map((row) => ({
          offerId: Number(row.offer_id),
          version: row.seen_version,
          newAmountKopecks: row.new_amount_kopecks,
          reason: row.reason,
          comment: row.comment,
        })),
        by: one.executed_by,
        at,
      });
      return rows.map((row): Proposal => {
        const became = outcome.get(Number(row.offer_id));
        return became !== undefined && "arbitrationId" in became
          ? { state: "APPLIED", arbitrationId: String(became.arbitrationId), result: "" }
          : {
              state: "APPLY_FAILED",
              arbitrationId: null,
              result: became?.refusal ?? "Отклик не найден",
            };
      });
    },
    async store(trx, one, rows, proposals) {
      await sql`
        UPDATE mass_arbitrate_items i
        SET ${APPLIED.set}, arbitration_id = d.arbitration_id, result = nullif(d.result, '')
        FROM unnest(${rows.map((row) => row.row_no)}::integer[],
          ${proposals.map(({ state }) => state)}::text[],
          ${proposals.map(({ arbitrationId }) => arbitrationId)}::bigint[],
          ${proposals.map(({ result }) => result)}::text[])
          AS d (row_no, state, arbitration_id, result)
        WHERE i.account_id = ${one.account_id}
          AND i.import_id = ${one.id}
          AND i.row_no = d.row_no
          AND ${APPLIED.from}`.execute(trx);
      const failed = proposals.filter(({ state }) => state === "APPLY_FAILED").length;
      await sql`
        UPDATE mass_arbitrate_imports
        SET applied_count = applied_count + ${proposals.length - failed},
          failed_count = failed_count + ${failed}
        WHERE account_id = ${one.account_id} AND id = ${one.id}`.execute(trx);
    },
    async finish(trx, one, at) {
      await sql`
        UPDATE mass_arbitrate_imports
        SET ${COMPLETE.set}, finished_at = ${at}
        WHERE account_id = ${one.account_id} AND id = ${one.id} AND ${COMPLETE.from}`.execute(trx);
    },
    screens: (one) => ({ to: `account:${one.account_id}`, resource: IMPORTS, ids: [one.id] }),
  });
}
