import { sql, type RawBuilder } from "kysely";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { Trx } from "#server/data/transaction.ts";
import { HELD_MS } from "#server/money/bank-orders/index.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { isDataRefusal } from "#server/work/data-refusal.ts";
import { askInHalves } from "#server/work/outside-task.ts";
import { forgetFailures, noteFailure, notSetAside, problemOf } from "#server/work/set-aside.ts";

/** Until `until` nobody else takes the rows. */
export interface Lease {
  readonly at: Date;
  readonly until: Date;
}

export interface ReceiptWork<Row, Answer> {
  /** Also names the items it sets aside. */
  readonly name: string;
  readonly idleMs: number;
  nameOf(row: Row): string;
  /**
   * Puts the due time of due rows off to `until`, in its own transaction; `isDue` leaves out rows
   * that wait after a failure.
   */
  lease(lease: Lease): Promise<readonly Row[]>;
  /**
   * Asks outside services, under the same names in each try.
   *
   * @returns answers by row's name.
   */
  ask(rows: readonly Row[]): Promise<ReadonlyMap<string, Answer>>;
  /**
   * A row may have changed since it was leased.
   *
   * @returns rows to set aside: the outside service does not do them.
   */
  settle(trx: Trx, batch: SettledBatch<Row, Answer>): Promise<readonly SetAsideRow<Row>[] | void>;
}

interface SetAsideRow<Row> {
  readonly row: Row;
  readonly problem: string;
}

export interface SettledBatch<Row, Answer> extends Lease {
  readonly rows: readonly Row[];
  /** Without an answer: asked again. */
  readonly answers: ReadonlyMap<string, Answer>;
}

/**
 * Leases a batch, asks outside any transaction, settles in a short one. A row that fails is set
 * aside with its reason. A killed process loses nothing: after the lease another asks again under
 * the same names.
 */
export function receiptTask<Row, Answer>(
  platform: Platform,
  work: ReceiptWork<Row, Answer>,
): BackgroundTask {
  return {
    name: work.name,
    idleMs: work.idleMs,
    async run() {
      const at = platform.clock.now();
      const lease = { at, until: new Date(at.getTime() + HELD_MS) };
      const rows = await work.lease(lease);
      if (rows.length === 0) return false;
      const { answers, broken } = await askInHalves(rows, (some) => work.ask(some));
      const asking = askingOf(work.name);
      for (const [row, error] of broken)
        await noteFailure(
          platform.db,
          { task: asking, item: work.nameOf(row), problem: problemOf(error) },
          at,
        );
      const asked = rows.filter((row) => !broken.has(row));
      await forgetFailures(
        platform.db,
        asking,
        asked.map((row) => work.nameOf(row)),
      );
      await settleInHalves(platform, work, { ...lease, rows: asked, answers });
      return true;
    },
  };
}

/** Leaves out rows that wait after a failure of this work. */
export function isDue(name: string, item: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql`${notSetAside(name, item, at)} AND ${notSetAside(askingOf(name), item, at)}`;
}

const askingOf = (name: string) => `${name}.ask`;

async function settleInHalves<Row, Answer>(
  platform: Platform,
  work: ReceiptWork<Row, Answer>,
  batch: SettledBatch<Row, Answer>,
): Promise<void> {
  const { rows } = batch;
  const [only] = rows;
  if (only === undefined) return;
  try {
    await inBatchTransaction(platform.db, async (trx) => {
      const spoiled = (await work.settle(trx, batch)) ?? [];
      for (const { row, problem } of spoiled)
        await noteFailure(trx, { task: work.name, item: work.nameOf(row), problem }, batch.at);
      const kept = new Set(spoiled.map(({ row }) => row));
      const done = rows.filter((row) => !kept.has(row));
      await forgetFailures(
        trx,
        work.name,
        done.map((row) => work.nameOf(row)),
      );
    });
  } catch (error) {
    if (!isDataRefusal(error)) throw error;
    if (rows.length === 1) {
      await noteFailure(
        platform.db,
        { task: work.name, item: work.nameOf(only), problem: problemOf(error) },
        platform.clock.now(),
      );
      return;
    }
    const half = Math.ceil(rows.length / 2);
    await settleInHalves(platform, work, { ...batch, rows: rows.slice(0, half) });
    await settleInHalves(platform, work, { ...batch, rows: rows.slice(half) });
  }
}
