import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Command } from "./scene.ts";
import type { ServerProcess } from "./server-process.ts";

const SANDBOX = "/sandbox/api";
const RETURN_SECONDS = [1, 60, 90_000, 600_000];
/** An income heard late, worked on and listed takes all of it within `MAY_REGISTER_MS`. */
const ANSWER_SECONDS = [0, 5, 200, 27_000];
const LIST_SECONDS = [0, 600, 6_000, 27_000];
/** Source: `domain.md` §1.1. */
const YEAR_LIMIT_RUBLES = 2_400_000;
const TAX_REASONS = ["INTERNAL_ERROR", "TAXPAYER_UNBOUND", "LIMIT_EXCEEDED"];

const at = <Item>(items: readonly Item[], pick: number): Item => items[pick % items.length] as Item;

/** What the bank, its clients, the tax service and the platform's staff do. */
export const BANK_COMMANDS = {
  async refuseNextOrders(server, _scene, pick) {
    await server.call(null, "PUT", `${SANDBOX}/bank/switches`, {
      failNext: 1 + (pick % 2),
      failReason: pick % 3 === 0 ? "CARD_BLOCKED" : "BANK_LIMIT",
    });
  },
  async returnNextOrders(server, _scene, pick) {
    await server.call(null, "PUT", `${SANDBOX}/bank/switches`, {
      returnNext: 1 + (pick % 2),
      returnAfterSeconds: at(RETURN_SECONDS, pick),
    });
  },
  async answerLater(server, _scene, pick) {
    await server.call(
      null,
      "PUT",
      `${SANDBOX}/${pick % 2 === 0 ? "bank" : "tax-service"}/switches`,
      {
        answerAfterSeconds: at(ANSWER_SECONDS, pick >> 1),
      },
    );
  },
  async refuseNextReceipts(server, _scene, pick) {
    await server.call(null, "PUT", `${SANDBOX}/tax-service/switches`, {
      failNext: 1 + (pick % 2),
      failReason: at(TAX_REASONS, pick),
    });
  },
  async holdNextOrders(server, _scene, pick) {
    await server.call(null, "PUT", `${SANDBOX}/bank/switches`, { holdNext: 1 + (pick % 2) });
  },
  async answerForHolder(server, _scene, pick) {
    const { rows } = await sql<{ order_id: string }>`
      SELECT order_id FROM sandbox.bank_orders
      WHERE held_until > ${server.now()} AND failure_reason IS NULL
      ORDER BY order_id`.execute(server.db);
    if (rows.length > 0)
      await server.call(
        null,
        "POST",
        `${SANDBOX}/bank/orders/${at(rows, pick).order_id}/end-hold`,
        { isConfirmed: pick % 2 === 0 },
      );
  },
  /** The tax service takes the next incomes and answers with faults; the list is silent for hours. */
  async faultNextReceipts(server, _scene, pick) {
    await server.call(null, "PUT", `${SANDBOX}/tax-service/switches`, {
      faultNext: 1 + (pick % 2),
      listAfterSeconds: at(LIST_SECONDS, pick),
    });
  },
  /** Work elsewhere leaves the worker room for a payment or two. */
  async nearYearLimit(server, scene, pick) {
    await server.call(null, "PUT", `${SANDBOX}/tax-service/taxpayers`, {
      inn: at(scene.workers, pick).inn,
      registered: true,
      bound: true,
      otherIncome: YEAR_LIMIT_RUBLES - 1_000 * (pick % 5),
    });
  },
  async returnOrderLate(server, _scene, pick) {
    const { rows } = await sql<{ order_id: string }>`
      SELECT order_id FROM sandbox.bank_orders
      WHERE failure_reason IS NULL AND answer_at <= ${server.now()} AND return_at IS NULL
      ORDER BY taken_at DESC, order_id LIMIT 4`.execute(server.db);
    if (rows.length > 0)
      await server.call(
        null,
        "POST",
        `${SANDBOX}/bank/orders/${at(rows, pick).order_id}/return`,
        {},
      );
  },
  async annulInMyTax(server, scene, pick) {
    const { rows } = await sql<{ receipt_id: string }>`
      SELECT receipt_id FROM sandbox.tax_incomes
      WHERE inn = ANY (${scene.workers.map(({ inn }) => inn)}::text[])
        AND error IS NULL
        AND answer_at <= ${server.now()}
        AND canceled_at IS NULL
      ORDER BY operation_id`.execute(server.db);
    if (rows.length > 0)
      await server.call(
        null,
        "POST",
        `${SANDBOX}/tax-service/receipts/${at(rows, pick).receipt_id}/annul`,
        {},
      );
  },
  async takeAccessAway(server, scene, pick) {
    await letIn(server, at(scene.workers, pick).inn, false);
  },
  async giveAccessBack(server, scene, pick) {
    await letIn(server, at(scene.workers, pick).inn, true);
  },

  async sendUnknownMoney(server, scene, pick) {
    await server.call(null, "POST", `${SANDBOX}/bank/payments`, {
      amount: 555.55 + (pick % 3),
      purpose: "За услуги",
      payerInn: pick % 2 === 0 ? scene.accountInn : "7707083893",
    });
  },
  async creditUnknownMoney(server, scene, pick) {
    const { rows } = await sql<{ id: bigint; invoice: bigint }>`
      SELECT p.id, i.id AS invoice
      FROM incoming_payments p
      CROSS JOIN invoices i
      WHERE p.account_id IS NULL AND i.account_id = ${scene.account}
      ORDER BY p.id DESC, i.id LIMIT 3`.execute(server.db);
    if (rows.length === 0) return;
    const { id, invoice } = at(rows, pick);
    await server.call(null, "POST", `${SANDBOX}/bank/payments/${id}/match`, {
      invoiceID: Number(invoice),
    });
  },
  async returnUnknownMoney(server, scene, pick) {
    const { rows } = await sql<{ id: bigint; is_own: boolean }>`
      SELECT id, payer_inn = ${scene.accountInn} AS is_own FROM incoming_payments
      WHERE account_id IS NULL AND return_state IS NULL
      ORDER BY id DESC LIMIT 3`.execute(server.db);
    if (rows.length === 0) return;
    const { id, is_own: isOwn } = at(rows, pick);
    if (isOwn)
      await server.call(scene.owner, "POST", `/open-api/v1/incoming-payments/${id}/return`, {});
    else await server.call(null, "POST", `${SANDBOX}/moderation/payment/${id}/return`, {});
  },

  /** The day from which the tax of the month before is decided and paid. */
  async endMonth(server) {
    const today = moscowDate(server.now());
    const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7));
    const month = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
    await server.pass(new Date(`${month}-12T09:00:00+03:00`));
    await server.turn();
  },
} satisfies Record<string, Command>;

function letIn(server: ServerProcess, inn: string, bound: boolean): Promise<unknown> {
  return server.call(null, "PUT", `${SANDBOX}/tax-service/taxpayers`, {
    inn,
    registered: true,
    bound,
  });
}
