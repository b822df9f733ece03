import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { TaxMessage } from "#server/integrations/tax-service/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import type { Claim } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { moveSweep, readSweep } from "../tax-sweeps.ts";

const EVERY_MS = 3_600_000;
/** Read each time: a message is stored once, and a day without work loses none. */
const LOOK_BACK_MS = 8 * 86_400_000;

/** Longer than messages can be read again. */
export const TAX_MESSAGES_KEEP_RULE: KeepRule = {
  table: "tax_authority_messages",
  since: "told_at",
  keepHours: 60 * 24,
};

interface BoundWorkman {
  readonly id: number;
  readonly inn: string;
  readonly person_id: number;
}

const nameOf = ({ id }: BoundWorkman) => String(id);

/** To bound workers, once an hour. */
export function messageTask(platform: Platform): BackgroundTask {
  return outsideTask<BoundWorkman, readonly TaxMessage[]>(platform, {
    name: "workman-taxes.messages",
    idleMs: 30_000,
    batch: 200,
    nameOf,
    lease: (claim) => leasePage(platform, claim),
    async ask(workmen, { at }) {
      const since = new Date(at.getTime() - LOOK_BACK_MS);
      const messages = await platform.taxService.messagesSince(
        workmen.map(({ inn }) => inn),
        since,
      );
      return new Map(
        workmen.map((workman) => [
          nameOf(workman),
          messages.filter(({ inn }) => inn === workman.inn),
        ]),
      );
    },
    async settle(trx, workman, messages, at) {
      for (const message of messages ?? []) await notify(platform, trx, workman, message, at);
    },
  });
}

/** The pass goes on at once: what a killed process leaves, the next reads again. */
async function leasePage({ db }: Platform, claim: Claim): Promise<BoundWorkman[]> {
  return inTransaction(db, async (trx) => {
    const sweep = await readSweep(trx, "messages", claim);
    if (!sweep) return [];
    const { rows } = await sql<BoundWorkman>`
      SELECT w.id, w.inn, w.person_id FROM tax_bindings b JOIN workmen w ON w.id = b.workman_id
      WHERE b.status = 'COMPLETED'
        AND w.inn IS NOT NULL
        AND w.id > ${sweep.afterWorkmanId}
        AND ${claim.isFree(sql`w.id::text`)}
      ORDER BY w.id
      LIMIT ${claim.limit}`.execute(trx);
    const isOver = rows.length < claim.limit;
    const isMoved = await moveSweep(trx, "messages", sweep, {
      afterWorkmanId: isOver ? 0 : (rows.at(-1)?.id ?? 0),
      dueAt: isOver ? new Date(claim.at.getTime() + EVERY_MS) : claim.at,
    });
    return isMoved ? rows : [];
  });
}

async function notify(
  platform: Platform,
  trx: Trx,
  workman: BoundWorkman,
  { id, title, text }: TaxMessage,
  at: Date,
): Promise<void> {
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
