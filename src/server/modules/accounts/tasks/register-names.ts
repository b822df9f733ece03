import { sql } from "kysely";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { askRegister, registerColumns, type RegisterSays } from "../actions/register-name.ts";

interface Unnamed {
  readonly id: number;
  readonly inn: string;
}

/** Of companies approved while the register was away. */
export function registerNamesTask(platform: Platform): BackgroundTask {
  const { db, companies } = platform;
  return callTask<Unnamed, RegisterSays>(platform, {
    name: "accounts.register-names",
    idleMs: 60_000,
    atOnce: 2,
    nameOf: ({ id }) => String(id),
    async lease({ at, until, limit }) {
      const { rows } = await sql<Unnamed>`
        UPDATE accounts
        SET register_due_at = ${until}
        WHERE id = ANY (ARRAY(SELECT id
          FROM accounts
          WHERE register_due_at <= ${at}
          ORDER BY register_due_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
        RETURNING id, inn`.execute(db);
      return rows;
    },
    call: ({ inn }) => askRegister(companies, inn),
    settle: (trx, { id }, said, at) =>
      sql`UPDATE accounts SET ${registerColumns(said, at)} WHERE id = ${id}`.execute(trx),
  });
}
