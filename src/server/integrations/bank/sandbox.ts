import { sql, type Kysely } from "kysely";
import type { BankProvider } from "#contract/definitions/payment-types.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { Clock } from "#server/data/clock.ts";
import { readSwitches, useUpSwitches, type Switches } from "../common/sandbox-switches.ts";
import { sandboxCards } from "./sandbox-cards.ts";
import { sandboxClients } from "./sandbox-clients.ts";
import { sandboxStatement } from "./sandbox-statement.ts";
import type { BankGateway, OrderResult, PayoutFailure, PayoutOrder } from "./port.ts";

type Returned = Extract<OrderResult, { status: "RETURNED" }>;

type TakenOrder = Omit<PayoutOrder, "kind"> & {
  readonly kind: PayoutOrder["kind"] | "TAX" | "RETURN";
};

/** Decided on arrival, reported when due. */
interface Fate {
  readonly answer_at: Date;
  readonly failure_reason: PayoutFailure | null;
  readonly return_at: Date | null;
  readonly return_reason: PayoutFailure | null;
  /** Executed then, unless its owner speaks before. */
  readonly held_until: Date | null;
}

const HOLD_MS = 2 * 86_400_000;

/**
 * Books are in the schema `sandbox`. Equal calls, switches and clock give equal answers.
 *
 * @param outside - separate connections: an outside party does not see our transactions.
 */
export function sandboxBank(outside: Kysely<Schema>, clock: Clock): BankGateway {
  async function orderResults(orderIds: readonly string[]): Promise<OrderResult[]> {
    await readSwitches(outside, "bank");
    const { rows } = await sql<Fate & { order_id: string }>`
      SELECT order_id, answer_at, failure_reason, return_at, return_reason, held_until
      FROM sandbox.bank_orders
      WHERE order_id = ANY (${orderIds}::text[])`.execute(outside);
    const now = clock.now();
    const known = new Map(rows.map((row) => [row.order_id, row]));
    return [...new Set(orderIds)].map((orderId) => resultOf(orderId, known.get(orderId), now));
  }

  async function submit(given: readonly TakenOrder[]): Promise<OrderResult[]> {
    if (given.length === 0) return [];
    const orders = [...new Map(given.map((order) => [order.orderId, order])).values()];
    const now = clock.now();
    const switches = await readSwitches(outside, "bank");
    const taken =
      switches.failNext + switches.returnNext + switches.holdNext === 0
        ? await takeOrders(
            outside,
            orders,
            orders.map(() => fateOf(switches, now)),
            now,
          )
        : await outside.transaction().execute((trx) => takeUnlucky(trx, orders, now));
    const results = [...taken].map(([orderId, fate]) => resultOf(orderId, fate, now));
    if (taken.size === orders.length) return results;
    return [
      ...results,
      ...(await orderResults(
        orders.filter((order) => !taken.has(order.orderId)).map((order) => order.orderId),
      )),
    ];
  }

  return {
    ...sandboxCards(outside),
    ...sandboxClients(outside, clock),
    ...sandboxStatement(outside, clock),
    orderResults,
    submitOrders: submit,
    submitTaxOrders: (orders) =>
      submit(
        orders.map(({ orderId, amountKopecks, uin, payerInn, purpose }) => ({
          orderId,
          kind: "TAX",
          amountKopecks,
          destination: uin,
          recipientName: "Казначейство России (ФНС России)",
          recipientInn: payerInn,
          purpose,
        })),
      ),

    submitReturns: (orders) =>
      submit(
        orders.map(({ orderId, paymentId, amountKopecks, payerName, payerInn, purpose }) => ({
          orderId,
          kind: "RETURN",
          amountKopecks,
          destination: paymentId,
          recipientName: payerName,
          recipientInn: payerInn,
          purpose,
        })),
      ),

    async returnsAfter(position) {
      await readSwitches(outside, "bank");
      await numberReturns(outside, clock.now());
      const { rows } = await sql<{
        order_id: string;
        return_at: Date;
        return_reason: PayoutFailure;
        return_no: bigint;
      }>`
        SELECT order_id, return_at, return_reason, return_no
        FROM sandbox.bank_orders
        WHERE return_no > ${position ?? "0"}::bigint
        ORDER BY return_no
        LIMIT 1000`.execute(outside);
      const returns = rows.map((row): Returned => ({
        orderId: row.order_id,
        status: "RETURNED",
        reason: row.return_reason,
        at: row.return_at,
      }));
      return { returns, position: rows.at(-1)?.return_no.toString() ?? position };
    },

    async incomingAfter(position) {
      await readSwitches(outside, "bank");
      const { rows } = await sql<IncomeRow>`
        SELECT * FROM sandbox.bank_incomes
        WHERE id > ${position ?? "0"}::bigint
        ORDER BY id
        LIMIT 1000`.execute(outside);
      const payments = rows.map((row) => ({
        paymentId: row.payment_id,
        bankProvider: row.bank_provider,
        amountKopecks: row.amount_kopecks,
        payerInn: row.payer_inn,
        payerName: row.payer_name,
        purpose: row.purpose,
        at: row.at,
      }));
      return { payments, position: rows.at(-1)?.id.toString() ?? position };
    },
  };
}

/** Under a lock: no higher number is visible before a lower one. */
async function numberReturns(outside: Kysely<Schema>, now: Date): Promise<void> {
  const { rows } = await sql`
      SELECT 1 FROM sandbox.bank_orders WHERE return_at <= ${now} AND return_no IS NULL LIMIT 1`.execute(
    outside,
  );
  if (rows.length === 0) return;
  await outside.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, "sandboxBankReturns");
    await sql`
      UPDATE sandbox.bank_orders o SET return_no = d.no
      FROM (SELECT order_id, nextval('sandbox.bank_return_numbers') AS no FROM (
        SELECT order_id
        FROM sandbox.bank_orders
        WHERE return_at <= ${now} AND return_no IS NULL
        ORDER BY return_at, order_id) due) d
      WHERE o.order_id = d.order_id`.execute(trx);
  });
}

interface IncomeRow {
  readonly id: bigint;
  readonly payment_id: string;
  readonly bank_provider: BankProvider;
  readonly amount_kopecks: bigint;
  readonly payer_inn: string;
  readonly payer_name: string;
  readonly purpose: string;
  readonly at: Date;
}

function resultOf(orderId: string, fate: Fate | undefined, now: Date): OrderResult {
  if (!fate) return { orderId, status: "UNKNOWN" };
  if (fate.answer_at > now) return { orderId, status: "PENDING" };
  if (fate.held_until && fate.held_until > now) return { orderId, status: "HELD" };
  if (fate.failure_reason)
    return { orderId, status: "REJECTED", reason: fate.failure_reason, at: fate.answer_at };
  if (fate.return_at && fate.return_reason && fate.return_at <= now)
    return { orderId, status: "RETURNED", reason: fate.return_reason, at: fate.return_at };
  return { orderId, status: "DONE", at: fate.held_until ?? fate.answer_at };
}

function fateOf(switches: Switches, now: Date): Fate {
  return {
    answer_at: new Date(now.getTime() + switches.answerAfterSeconds * 1000),
    failure_reason: null,
    return_at: null,
    return_reason: null,
    held_until: null,
  };
}

/** With «the next N» set, batches wait for the row of switches: exactly N orders get that fate. */
async function takeUnlucky(
  trx: Kysely<Schema>,
  orders: readonly TakenOrder[],
  now: Date,
): Promise<Map<string, Fate>> {
  const switches = await readSwitches(trx, "bank", true);
  const { rows } = await sql<{
    order_id: string;
  }>`
    SELECT order_id
    FROM sandbox.bank_orders
    WHERE order_id = ANY (${orders.map((order) => order.orderId)}::text[])`.execute(trx);
  const known = new Set(rows.map((row) => row.order_id));
  const fresh = orders.filter((order) => !known.has(order.orderId));
  const fates = fresh.map((_, index): Fate => {
    const plain = fateOf(switches, now);
    if (index < switches.failNext)
      return { ...plain, failure_reason: switches.failReason as PayoutFailure };
    const after = index - switches.failNext - switches.returnNext;
    if (after >= 0)
      return after < switches.holdNext
        ? { ...plain, held_until: new Date(plain.answer_at.getTime() + HOLD_MS) }
        : plain;
    const returnAt = new Date(plain.answer_at.getTime() + switches.returnAfterSeconds * 1000);
    return { ...plain, return_at: returnAt, return_reason: switches.returnReason as PayoutFailure };
  });
  const taken = await takeOrders(trx, fresh, fates, now);
  const met = [...taken.values()];
  await useUpSwitches(trx, "bank", {
    failures: met.filter((fate) => fate.failure_reason).length,
    returns: met.filter((fate) => fate.return_at).length,
    holds: met.filter((fate) => fate.held_until).length,
  });
  return taken;
}

/**
 * One statement per batch. Its commit does not wait for the disk: our later writes are flushed
 * behind it.
 *
 * @returns the new orders with their fates.
 */
async function takeOrders(
  db: Kysely<Schema>,
  orders: readonly TakenOrder[],
  fates: readonly Fate[],
  now: Date,
): Promise<Map<string, Fate>> {
  const { rows } = await sql<{ order_id: string }>`
    WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO sandbox.bank_orders (order_id, kind, amount_kopecks, destination, recipient_name,
      recipient_inn, purpose, taken_at, answer_at, failure_reason, return_at, return_reason,
      held_until)
    SELECT g.order_id, g.kind, g.amount, g.destination, g.name, g.inn, g.purpose,
      ${now}::timestamptz, g.answer_at, g.failure_reason, g.return_at, g.return_reason,
      g.held_until
    FROM relaxed,
      unnest(${orders.map((one) => one.orderId)}::text[], ${orders.map((one) => one.kind)}::text[],
        ${orders.map((one) => one.amountKopecks)}::bigint[],
      ${orders.map((one) => one.destination)}::text[],
        ${orders.map((one) => one.recipientName)}::text[],
        ${orders.map((one) => one.recipientInn)}::text[],
      ${orders.map((one) => one.purpose)}::text[],
        ${fates.map((one) => one.answer_at)}::timestamptz[],
        ${fates.map((one) => one.failure_reason)}::text[],
      ${fates.map((one) => one.return_at)}::timestamptz[],
        ${fates.map((one) => one.return_reason)}::text[],
      ${fates.map((one) => one.held_until)}::timestamptz[])
      AS g(order_id, kind, amount, destination, name, inn, purpose, answer_at, failure_reason,
        return_at, return_reason, held_until)
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id`.execute(db);
  const fateById = new Map(orders.map((order, index) => [order.orderId, fates[index] as Fate]));
  return new Map(rows.map((row) => [row.order_id, fateById.get(row.order_id) as Fate]));
}
