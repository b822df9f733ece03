import { sql } from "kysely";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Claim } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { isTaxOrder } from "./differences-of-workman.ts";
import { findDifferences, type FoundDifference } from "./find-differences.ts";

const RUN = "run";
const PERIOD_MS = 4 * 3_600_000;
const LEASE_MS = 600_000;
/** A weekend at the bank, and days of its own. */
const LOOKS_BACK_MS = 4 * 86_400_000;

interface Run {
  readonly from: Date;
}

/**
 * Compares orders with the bank's list every few hours. A new difference is told to its company or
 * worker; all wait for people as `bank-difference`.
 */
export function reconcileTask(platform: Platform): BackgroundTask {
  const { db, bank } = platform;
  return outsideTask<Run, readonly FoundDifference[]>(platform, {
    name: "bank-orders.reconcile",
    idleMs: 600_000,
    batch: 1,
    longestPauseMs: PERIOD_MS,
    nameOf: () => RUN,
    async lease(claim) {
      const isDue = await leaseRun(platform, claim);
      return isDue ? [{ from: new Date(claim.at.getTime() - LOOKS_BACK_MS) }] : [];
    },
    ask: async ([run], { at: now }) =>
      new Map(run ? [[RUN, await findDifferences(db, bank, { ...run, now })]] : []),
    async settle(trx, { from }, found, now) {
      const fresh = await keep(trx, found ?? [], { from, now });
      for (const [accountId, own] of groupBy(fresh, (one) => one.account_id))
        if (accountId !== null) await tellCompany(platform, trx, accountId, own.length, now);
      for (const one of fresh)
        if (one.workman_id !== null) await tellWorkman(platform, trx, one, now);
      await sql`
        UPDATE bank_reconciliation SET due_at = ${new Date(now.getTime() + PERIOD_MS)}`.execute(
        trx,
      );
    },
  });
}

/** The first run comes a period after the start: before, there is nothing to compare. */
async function leaseRun({ db }: Platform, { at: now, isFree }: Claim): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    WITH before AS (SELECT due_at FROM bank_reconciliation FOR UPDATE)
    UPDATE bank_reconciliation
    SET due_at = ${now}::timestamptz + CASE
      WHEN before.due_at IS NULL THEN ${PERIOD_MS}::double precision
      ELSE ${LEASE_MS}::double precision END * interval '1 millisecond'
    FROM before
    WHERE (before.due_at IS NULL OR before.due_at <= ${now}) AND ${isFree(sql`${RUN}`)}
    RETURNING before.due_at IS NOT NULL AS is_due`.execute(db);
  return rows[0]?.is_due ?? false;
}

interface Fresh {
  readonly order_id: string;
  readonly account_id: number | null;
  readonly workman_id: number | null;
  readonly books_kopecks: bigint | null;
  readonly at: Date;
}

/** @returns the new ones. */
async function keep(
  trx: Trx,
  found: readonly FoundDifference[],
  { from, now }: { readonly from: Date; readonly now: Date },
): Promise<readonly Fresh[]> {
  const { rows } = await sql<Fresh>`
    INSERT INTO bank_differences AS d (order_id, account_id, workman_id, reason, bank_kopecks, books_kopecks,
      at, found_at)
    SELECT f.order_id, a.id, f.workman_id, f.reason, f.bank, f.books, f.at, ${now}::timestamptz
    FROM unnest(${found.map((one) => one.orderId)}::text[],
      ${found.map((one) => one.accountId)}::integer[],
      ${found.map((one) => one.workmanId)}::integer[], ${found.map((one) => one.reason)}::text[],
      ${found.map((one) => one.bankKopecks)}::bigint[],
      ${found.map((one) => one.booksKopecks)}::bigint[],
      ${found.map((one) => one.at)}::timestamptz[])
      AS f(order_id, account_id, workman_id, reason, bank, books, at)
    LEFT JOIN accounts a ON a.id = f.account_id
    ON CONFLICT (order_id) DO UPDATE
    SET reason = excluded.reason, bank_kopecks = excluded.bank_kopecks,
      books_kopecks = excluded.books_kopecks, found_at = excluded.found_at, gone_at = NULL,
      settled_at = NULL
    -- What a person has settled stays so until it differs otherwise.
    WHERE d.gone_at IS NOT NULL OR d.reason <> excluded.reason
    RETURNING order_id, account_id, workman_id, books_kopecks, at`.execute(trx);
  await sql`
    UPDATE bank_differences
    SET gone_at = ${now}
    WHERE gone_at IS NULL
      AND settled_at IS NULL
      AND at >= ${from}
      AND order_id <> ALL (${found.map((one) => one.orderId)}::text[])`.execute(trx);
  return rows;
}

async function tellCompany(
  { events }: Platform,
  trx: Trx,
  accountId: number,
  count: number,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ person_id: number }>`
    SELECT person_id
    FROM account_users
    WHERE account_id = ${accountId} AND state = 'ACTIVE' AND role IN ('OWNER', 'ACCOUNTANT')
    ORDER BY person_id`.execute(trx);
  for (const { person_id: personId } of rows)
    await events.publish(trx, "notice.wanted", {
      personId,
      accountId,
      type: NOTICE_TYPES.BankDiffers.id,
      resource: { count },
      at,
    });
}

async function tellWorkman(
  { events }: Platform,
  trx: Trx,
  { order_id: orderId, workman_id: workmanId, books_kopecks: books, at: orderedAt }: Fresh,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ person_id: number }>`
    SELECT person_id FROM workmen WHERE id = ${workmanId}`.execute(trx);
  const resource: NoticePayload<"OwnMoneyDiffers"> = {
    isTax: isTaxOrder(orderId),
    amount: kopecksToRubles(books ?? 0n),
    orderedAt: orderedAt.toISOString(),
  };
  for (const { person_id: personId } of rows) {
    await events.publish(trx, "notice.wanted", {
      personId,
      accountId: null,
      type: NOTICE_TYPES.OwnMoneyDiffers.id,
      resource,
      at,
    });
    await announce(trx, { to: `person:${personId}`, resource: "workman-wallet" });
  }
}
