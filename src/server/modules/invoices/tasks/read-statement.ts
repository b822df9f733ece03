import { sql } from "kysely";
import type { IncomingPayment } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { dueContents, forEachSettingAside } from "#server/work/set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { takePayment } from "../actions/take-payment.ts";

const PAUSE_MS = 60_000;
const LINES_AT_ONCE = 100;
const TASK = "invoices.read-statement";

interface Cursor {
  readonly position: string | null;
  readonly due_at: Date;
}

/**
 * A line per transaction; the bank's id makes it unique, so processes may read the same page. A
 * line that cannot be booked is set aside and retried.
 */
export function readStatementTask(platform: Platform): BackgroundTask {
  return {
    name: TASK,
    idleMs: 5000,
    async run(signal) {
      const now = platform.clock.now();
      // A clock set back must not stop the reading.
      const { rows } = await sql<Cursor>`
        SELECT position, due_at
        FROM statement_cursor
        WHERE due_at <= ${now} OR due_at > ${new Date(now.getTime() + PAUSE_MS)}`.execute(
        platform.db,
      );
      const cursor = rows[0];
      if (!cursor) return false;
      const page = await platform.bank.incomingAfter(cursor.position);
      await bookLines(platform, [...(await linesSetAside(platform, now)), ...page.payments]);
      if (signal.aborted) return false;
      const isOver = page.payments.length === 0;
      await sql`
        UPDATE statement_cursor
        SET position = ${page.position},
          due_at = ${isOver ? new Date(now.getTime() + PAUSE_MS) : now}
        WHERE position IS NOT DISTINCT FROM ${cursor.position} AND due_at = ${cursor.due_at}`.execute(
        platform.db,
      );
      return !isOver;
    },
  };
}

function bookLines(platform: Platform, items: readonly IncomingPayment[]): Promise<void> {
  return forEachSettingAside(platform, {
    task: TASK,
    items,
    nameOf: ({ paymentId }) => paymentId,
    work: (payment) => inTransaction(platform.db, (trx) => takePayment(platform, trx, payment)),
    contentOf: (payment): KeptLine => ({
      ...payment,
      amountKopecks: payment.amountKopecks.toString(),
      at: payment.at.toISOString(),
    }),
  });
}

type KeptLine = Omit<IncomingPayment, "amountKopecks" | "at"> & {
  readonly amountKopecks: string;
  readonly at: string;
};

async function linesSetAside({ db }: Platform, now: Date): Promise<IncomingPayment[]> {
  const kept = await dueContents<KeptLine>(db, TASK, now, LINES_AT_ONCE);
  return kept.map((line) => ({
    ...line,
    amountKopecks: BigInt(line.amountKopecks),
    at: new Date(line.at),
  }));
}
