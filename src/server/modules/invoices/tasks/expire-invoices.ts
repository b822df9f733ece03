import { sql } from "kysely";
import { INVOICE_TRANSITIONS } from "#contract/invoices/invoice-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { transition } from "#server/data/transition.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const BATCH = 500;

/**
 * Ends invoices whose last day is over; money that comes later still pays them. Source: `domain.md`
 * §2.8.
 */
export function expireInvoicesTask({ db, clock }: Pick<Platform, "db" | "clock">): BackgroundTask {
  // A date changes once a day; every message between processes wakes the task.
  let finished = "";
  return {
    name: "invoices.expire",
    idleMs: 600_000,
    async run() {
      const today = moscowDate(clock.now());
      if (today === finished) return false;
      return inTransaction(db, async (trx) => {
        const expire = transition(INVOICE_TRANSITIONS, "expire", "system");
        const { rows } = await sql<{ account_id: number }>`
          WITH d AS MATERIALIZED (
            SELECT account_id, id
            FROM invoices
            WHERE ${expire.from} AND valid_until < ${today}::date
            ORDER BY valid_until, id
            LIMIT ${BATCH}
            FOR UPDATE SKIP LOCKED
          )
          UPDATE invoices i
          SET ${expire.set}
          FROM d
          WHERE i.account_id = d.account_id AND i.id = d.id
          RETURNING i.account_id`.execute(trx);
        const accounts = [...new Set(rows.map((row) => row.account_id))];
        await sql`
          SELECT pg_notify('live',
            json_build_object('to', 'account:' || id, 'resource', 'invoices')::text)
          FROM unnest(${accounts}::integer[]) AS id`.execute(trx);
        if (rows.length < BATCH) finished = today;
        return rows.length === BATCH;
      });
    },
  };
}
