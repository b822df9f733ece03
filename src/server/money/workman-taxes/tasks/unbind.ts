import { sql } from "kysely";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";

interface UnboundRow {
  readonly workman_id: number;
  readonly inn: string | null;
}

export function unbindTask(platform: Platform): BackgroundTask {
  return callTask<UnboundRow, boolean>(platform, {
    name: "workman-taxes.unbinds",
    idleMs: 3000,
    atOnce: 5,
    nameOf: ({ workman_id: workmanId }) => String(workmanId),
    async lease({ at, until, limit, isFree }) {
      const { rows } = await sql<UnboundRow>`
        UPDATE tax_bindings b SET unbind_due_at = ${until} FROM workmen w
        WHERE b.workman_id = ANY (ARRAY(SELECT workman_id
          FROM tax_bindings
          WHERE unbind_due_at <= ${at} AND ${isFree(sql`workman_id::text`)}
          ORDER BY unbind_due_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
          AND w.id = b.workman_id
        RETURNING b.workman_id, w.inn`.execute(platform.db);
      return rows;
    },
    call: async ({ inn }) => inn === null || (await platform.taxService.unbind(inn)) === null,
    async settle(trx, { workman_id: workmanId }, isUnbound) {
      if (isUnbound)
        await sql`
          UPDATE tax_bindings
          SET unbind_due_at = NULL
          WHERE workman_id = ${workmanId} AND status = 'NONE'`.execute(trx);
    },
  });
}
