import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { TaxMessage } from "#server/integrations/tax-service/port.ts";
import { askHalvingOnFailure } from "#server/work/ask-halving-on-failure.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import { forEachInSavepoint } from "#server/work/set-aside.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { moveSweep, readSweep } from "../tax-sweeps.ts";

const TASK = "workman-taxes.messages";
const BATCH = 200;
const EVERY_MS = 3_600_000;
/**
 * Period read each time: a message is stored once however often it is read, and a day without work
 * loses none.
 */
const LOOK_BACK_MS = 8 * 86_400_000;

/** Rows are kept longer than their messages can be read again. */
export const TAX_MESSAGES_KEEP_RULE: KeepRule = {
  table: "tax_authority_messages",
  since: "told_at",
  keepHours: 60 * 24,
};

/** Passes the tax authority's messages on to bound workers, once an hour. */
export function messageTask(platform: Platform): BackgroundTask {
  return {
    name: TASK,
    idleMs: 30_000,
    async run() {
      const at = platform.clock.now();
      const sweep = await readSweep(platform.db, "messages", at);
      if (!sweep) return false;
      const { rows } = await sql<BoundWorkman>`
        SELECT w.id, w.inn, w.person_id FROM tax_bindings b JOIN workmen w ON w.id = b.workman_id
        WHERE b.status = 'COMPLETED' AND w.inn IS NOT NULL AND w.id > ${sweep.afterWorkmanId}
        ORDER BY w.id
        LIMIT ${BATCH}`.execute(platform.db);
      const since = new Date(at.getTime() - LOOK_BACK_MS);
      const { answers } = await askHalvingOnFailure(platform, {
        task: "workman-taxes.ask-messages",
        items: rows,
        nameOf: ({ id }) => String(id),
        ask: (some) =>
          platform.taxService.messagesSince(
            some.map(({ inn }) => inn),
            since,
          ),
      });
      const messages = answers.flat();
      const isOver = rows.length < BATCH;
      await inTransaction(platform.db, async (trx) => {
        const next = {
          afterWorkmanId: isOver ? 0 : (rows.at(-1)?.id ?? 0),
          dueAt: isOver ? new Date(at.getTime() + EVERY_MS) : at,
        };
        if (!(await moveSweep(trx, "messages", sweep, next))) return;
        const byInn = new Map(rows.map((row) => [row.inn, row]));
        // One that cannot be written is read again by the next pass.
        await forEachInSavepoint(
          trx,
          {
            task: TASK,
            items: messages,
            nameOf: ({ inn, id }) => `${inn}-${id}`,
            work: (message) => notify(platform, trx, byInn.get(message.inn), message, at),
          },
          at,
        );
      });
      return !isOver;
    },
  };
}

interface BoundWorkman {
  readonly id: number;
  readonly inn: string;
  readonly person_id: number;
}

async function notify(
  platform: Platform,
  trx: Trx,
  workman: BoundWorkman | undefined,
  { id, title, text }: TaxMessage,
  at: Date,
): Promise<void> {
  if (!workman) return;
  const { rows } = await sql`
      INSERT INTO tax_authority_messages (workman_id, outside_id, told_at)
      VALUES (${workman.id}, ${id}, ${at})
      ON CONFLICT DO NOTHING
      RETURNING 1`.execute(trx);
  if (rows.length === 0) return;
  await platform.events.publish(trx, "notice.wanted", {
    personId: workman.person_id,
    accountId: null,
    type: NOTICE_TYPES.TaxAuthorityNotice.id,
    resource: { title, text },
    at,
  });
}
