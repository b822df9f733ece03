import { sql } from "kysely";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { announce } from "#server/data/live.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";

const LOOK_MS = 15_000;

interface Debtor {
  readonly id: number;
  readonly person_id: number;
  readonly debt: bigint;
  readonly told: bigint;
  /** Of the payment whose return made the debt. */
  readonly title: string;
}

/**
 * Debts move with other money, in transactions that tell nobody: a worker is told when his has grown
 * and when it is gone, not of each part taken.
 */
export function tellDebtsTask(platform: Platform): BackgroundTask {
  const { db, events } = platform;
  return itemTask<{ id: number }>(platform, {
    name: "workman-taxes.tell-debts",
    idleMs: LOOK_MS,
    everyMs: LOOK_MS,
    batch: 100,
    nameOf: ({ id }) => String(id),
    async lease({ limit, isFree }) {
      const { rows } = await sql<{ id: number }>`
        SELECT w.id
        FROM (SELECT workman_id AS id
            FROM ledger_accounts
            WHERE code = 'WORK_DEBT' AND balance_kopecks > 0
          UNION
          SELECT id FROM workmen WHERE told_debt_kopecks > 0) k
        JOIN workmen w ON w.id = k.id
        LEFT JOIN ledger_accounts a ON a.code = 'WORK_DEBT' AND a.workman_id = w.id
        WHERE w.told_debt_kopecks <> coalesce(a.balance_kopecks, 0) AND ${isFree(sql`w.id::text`)}
        ORDER BY w.id
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    async settle(trx, { id }, at) {
      const { rows } = await sql<Debtor>`
        SELECT w.id, w.person_id, w.told_debt_kopecks AS told,
          coalesce(a.balance_kopecks, 0)::bigint AS debt, coalesce(j.title, '') AS title
        FROM workmen w
        LEFT JOIN ledger_accounts a ON a.code = 'WORK_DEBT' AND a.workman_id = w.id
        LEFT JOIN LATERAL (SELECT e.account_id, p.payout_id
          FROM postings p
          JOIN ledger_entries e ON e.id = p.entry_id
          WHERE p.ledger_account_id = a.id AND p.amount_kopecks > 0
          ORDER BY p.at DESC, p.entry_id DESC
          LIMIT 1) last ON true
        LEFT JOIN payouts y ON y.account_id = last.account_id AND y.id = last.payout_id
        LEFT JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
        WHERE w.id = ${id}
        FOR NO KEY UPDATE OF w`.execute(trx);
      const debtor = rows[0];
      if (!debtor || debtor.debt === debtor.told) return;
      await sql`UPDATE workmen SET told_debt_kopecks = ${debtor.debt} WHERE id = ${id}`.execute(
        trx,
      );
      await announce(trx, { to: `person:${debtor.person_id}`, resource: "workman-wallet" });
      if (debtor.debt > 0n && debtor.debt < debtor.told) return;
      const arisen: NoticePayload<"DebtArisen"> = {
        amount: kopecksToRubles(debtor.debt),
        title: debtor.title,
      };
      const gone: NoticePayload<"DebtPaid"> = { amount: kopecksToRubles(debtor.told) };
      const isGone = debtor.debt === 0n;
      await events.publish(trx, "notice.wanted", {
        personId: debtor.person_id,
        accountId: null,
        type: NOTICE_TYPES[isGone ? "DebtPaid" : "DebtArisen"].id,
        resource: isGone ? gone : arisen,
        at,
      });
    },
  });
}
