import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { readSwitches } from "../common/sandbox-switches.ts";
import type { BankGateway, StatementLine } from "./port.ts";

const PAGE_LINES = 1000;

export function sandboxStatement(
  outside: Kysely<Schema>,
  clock: Clock,
): Pick<BankGateway, "statementOf"> {
  return {
    async statementOf({ orderPrefix, payerInns, from, to, position }) {
      await readSwitches(outside, "bank");
      const now = clock.now();
      const until = to < now ? to : now;
      const offset = Number(position ?? "0");
      // Order keys begin with the customer's number; top-ups of the sandbox count too.
      const customer = /^(\d+)-$/.exec(orderPrefix)?.[1] ?? "0";
      const { rows } = await sql<{
        kind: StatementLine["kind"];
        reference: string;
        amount: bigint;
        at: Date;
      }>`
        SELECT * FROM (
          SELECT 'INCOMING' AS kind, payment_id AS reference, amount_kopecks AS amount, at
          FROM sandbox.bank_incomes
          WHERE payer_inn = ANY (${[...payerInns]}::text[])
          UNION ALL SELECT 'INCOMING', 'top-up-' || id, amount_kopecks, at
          FROM sandbox.bank_statement
          WHERE account_id = ${customer}::bigint
          UNION ALL SELECT 'OUTGOING', order_id, amount_kopecks, coalesce(held_until, answer_at)
          FROM sandbox.bank_orders
          WHERE order_id LIKE ${orderPrefix} || '%' AND failure_reason IS NULL
          UNION ALL SELECT 'RETURNED', order_id, amount_kopecks, return_at
          FROM sandbox.bank_orders
          WHERE order_id LIKE ${orderPrefix} || '%'
            AND failure_reason IS NULL
            AND return_at IS NOT NULL
        ) l WHERE l.at >= ${from} AND l.at <= ${until} AND l.at < ${to}
        ORDER BY l.at, l.kind, l.reference LIMIT ${PAGE_LINES} OFFSET ${offset}`.execute(outside);
      return {
        lines: rows.map(({ amount, ...line }) => ({ ...line, amountKopecks: amount })),
        position: rows.length === PAGE_LINES ? String(offset + PAGE_LINES) : null,
      };
    },
  };
}
