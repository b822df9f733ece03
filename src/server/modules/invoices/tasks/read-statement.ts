import { sql } from "kysely";
import type { IncomingPayment } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { takePayment } from "../actions/take-payment.ts";

const PAUSE_MS = 60_000;
const PAGE = "page";

interface Cursor {
  readonly position: string | null;
  readonly due_at: Date;
}

/** Stores the lines with their position: a page read by two processes is stored once. */
export function readStatementTask({ db, bank, clock }: Platform): BackgroundTask {
  return outsideTask<Cursor, Awaited<ReturnType<typeof bank.incomingAfter>>>(
    { db, clock },
    {
      name: "invoices.read-statement",
      idleMs: 5000,
      batch: 1,
      longestPauseMs: 600_000,
      nameOf: () => PAGE,
      async lease({ at, isFree }) {
        // A clock set back must not stop the reading.
        const { rows } = await sql<Cursor>`
          SELECT position, due_at
          FROM statement_cursor
          WHERE (due_at <= ${at} OR due_at > ${new Date(at.getTime() + PAUSE_MS)})
            AND ${isFree(sql`${PAGE}`)}`.execute(db);
        return rows;
      },
      ask: async ([cursor]) =>
        new Map([[PAGE, await bank.incomingAfter(cursor?.position ?? null)]]),
      isLast: ({ payments }) => payments.length === 0,
      async settle(trx, cursor, page, at) {
        if (!page) return;
        // As `json`, which keeps what text columns refuse.
        await sql`
          INSERT INTO statement_lines (payment_id, line, heard_at)
          SELECT payment_id, line, ${at}::timestamptz
          FROM unnest(${page.payments.map((one) => one.paymentId)}::text[],
            ${page.payments.map((one) => JSON.stringify(keptLine(one)))}::json[])
            AS l(payment_id, line)
          ON CONFLICT DO NOTHING`.execute(trx);
        await sql`
          UPDATE statement_cursor
          SET position = ${page.position},
            due_at = ${page.payments.length === 0 ? new Date(at.getTime() + PAUSE_MS) : at}
          WHERE position IS NOT DISTINCT FROM ${cursor.position} AND due_at = ${cursor.due_at}`.execute(
          trx,
        );
      },
    },
  );
}

/** The bank's id makes a line unique, whoever reads it how often. */
export function bookStatementTask(platform: Platform): BackgroundTask {
  return itemTask<StatementLine>(platform, {
    name: "invoices.book-statement",
    idleMs: 5000,
    batch: 100,
    nameOf: (one) => one.payment_id,
    async lease({ limit, isFree }) {
      const { rows } = await sql<StatementLine>`
        SELECT payment_id, line
        FROM statement_lines
        WHERE ${isFree(sql`payment_id`)}
        ORDER BY heard_at, payment_id
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    async settle(trx, { payment_id: paymentId, line }) {
      await takePayment(platform, trx, {
        ...line,
        amountKopecks: BigInt(line.amountKopecks),
        at: new Date(line.at),
      });
      await sql`DELETE FROM statement_lines WHERE payment_id = ${paymentId}`.execute(trx);
    },
  });
}

interface StatementLine {
  readonly payment_id: string;
  readonly line: Omit<IncomingPayment, "amountKopecks" | "at"> & {
    readonly amountKopecks: string;
    readonly at: string;
  };
}

function keptLine(payment: IncomingPayment): StatementLine["line"] {
  return {
    ...payment,
    amountKopecks: payment.amountKopecks.toString(),
    at: payment.at.toISOString(),
  };
}
