import { sql } from "kysely";
import { addDays, moscowDate, moscowMidnight } from "#contract/values/calendar-date.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { moveSweep, readSweep, type Sweep } from "../tax-sweeps.ts";

const SWEPT = 200;
/** Moscow time. */
const NIGHT_HOUR = 3;

/**
 * Has every active self-employed worker checked once a night, page by page: the next when the one
 * before is done, so that nobody waits behind them. Source: `domain.md` §1.3.
 */
export function recheckTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<Sweep>(platform, {
    name: "workman-taxes.recheck",
    idleMs: 60_000,
    batch: 1,
    nameOf: () => "recheck",
    async lease(claim) {
      const sweep = await readSweep(db, "recheck", claim);
      if (!sweep) return [];
      const { rows } = await sql`
        SELECT 1 FROM tax_bindings WHERE check_due_at <= ${claim.at} AND is_nightly LIMIT 1`.execute(
        db,
      );
      return rows.length === 0 ? [sweep] : [];
    },
    async settle(trx, sweep, at) {
      const { rows } = await sql<{ workman_id: number }>`
        INSERT INTO tax_bindings AS b (workman_id, check_due_at, is_nightly)
        SELECT id, ${at}::timestamptz, true
        FROM (SELECT id
          FROM workmen
          WHERE id > ${sweep.afterWorkmanId}
            AND state = 'ACTIVE'
            AND taxpayer_type IN ('SMZ', 'IP_SMZ')
            AND inn IS NOT NULL
            AND smz_state <> 'CHECKING'
          ORDER BY id
          LIMIT ${SWEPT}) page
        ORDER BY id
        ON CONFLICT (workman_id) DO UPDATE
        SET is_nightly = b.check_due_at IS NULL,
          check_due_at = coalesce(b.check_due_at, excluded.check_due_at)
        RETURNING workman_id`.execute(trx);
      const isOver = rows.length < SWEPT;
      await moveSweep(trx, "recheck", sweep, {
        afterWorkmanId: isOver ? 0 : Math.max(...rows.map((row) => row.workman_id)),
        dueAt: isOver ? nextNight(at) : at,
      });
    },
  });
}

const UNBOUND_EVERY_MS = 15 * 60_000;
/** Events are listed a little later than they happen. */
const OVERLAP_MS = 5 * 60_000;

export function unboundTask(platform: Platform): BackgroundTask {
  return callTask<Sweep, readonly { readonly inn: string }[]>(platform, {
    name: "workman-taxes.unbound",
    idleMs: 60_000,
    atOnce: 1,
    nameOf: () => "unbound",
    async lease(claim) {
      const sweep = await readSweep(platform.db, "unbound", claim);
      return sweep ? [sweep] : [];
    },
    call: ({ since }, at) =>
      platform.taxService.newlyUnbound(new Date(since.getTime() - OVERLAP_MS), at),
    async settle(trx, sweep, unbound, at) {
      await sql`
        UPDATE tax_bindings b
        SET check_due_at = coalesce(b.check_due_at, ${at})
        FROM workmen w
        WHERE w.id = b.workman_id
          AND w.inn = ANY (${unbound.map(({ inn }) => inn)}::text[])
          AND w.smz_state IN ('OK', 'LIMITED')`.execute(trx);
      await moveSweep(trx, "unbound", sweep, {
        afterWorkmanId: 0,
        since: at,
        dueAt: new Date(at.getTime() + UNBOUND_EVERY_MS),
      });
    },
  });
}

/** From midnight to three it is the same day's. */
function nextNight(at: Date): Date {
  const hours = NIGHT_HOUR * 3_600_000;
  const today = moscowDate(new Date(at.getTime() - hours));
  return new Date(moscowMidnight(addDays(today, 1)).getTime() + hours);
}
