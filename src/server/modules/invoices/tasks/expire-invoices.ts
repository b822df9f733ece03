import { sql } from "kysely";
import { INVOICE_TRANSITIONS } from "#contract/invoices/invoice-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { numberArray } from "#server/data/number-array.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Platform } from "#server/platform.ts";

interface OverdueInvoice {
  readonly account_id: number;
  readonly id: bigint;
}

/** Later money still pays them. Source: `domain.md` §2.8. */
export function expireInvoicesTask(platform: Pick<Platform, "db" | "clock">): BackgroundTask {
  const { db } = platform;
  const expire = transition(INVOICE_TRANSITIONS, "expire", "system");
  const expireJoined = transition(INVOICE_TRANSITIONS, "expire", "system", { of: "i" });
  return itemTask<OverdueInvoice>(platform, {
    name: "invoices.expire",
    idleMs: 600_000,
    everyMs: 60_000,
    batch: 500,
    nameOf: ({ account_id: accountId, id }) => `${accountId}-${id}`,
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<OverdueInvoice>`
        SELECT account_id, id
        FROM invoices i
        WHERE ${expire.from}
          AND valid_until < ${moscowDate(at)}::date
          AND ${isFree(sql`i.account_id || '-' || i.id`)}
        ORDER BY valid_until, id
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    async settleTogether(trx, invoices) {
      const { rows } = await sql<OverdueInvoice>`
        UPDATE invoices i
        SET ${expire.set}
        FROM unnest(${invoices.map((one) => one.account_id)}::integer[],
          ${numberArray(invoices.map((one) => one.id))}::bigint[]) AS d(account_id, id)
        WHERE i.account_id = d.account_id
          AND i.id = d.id
          AND ${expireJoined.from}
        RETURNING i.account_id, i.id`.execute(trx);
      for (const accountId of new Set(rows.map((row) => row.account_id)))
        await announce(trx, { to: `account:${accountId}`, resource: "invoices" });
    },
  });
}
