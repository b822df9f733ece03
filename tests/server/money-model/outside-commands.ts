import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Command } from "./scene.ts";
import type { World } from "./world.ts";

const SANDBOX = "/sandbox/api";
const RETURN_SECONDS = [1, 60, 90_000, 600_000];
const ANSWER_SECONDS = [0, 5, 200, 90_000];
const TAX_REASONS = ["INTERNAL_ERROR", "TAXPAYER_UNBOUND", "LIMIT_EXCEEDED"];

const at = <Item>(items: readonly Item[], pick: number): Item => items[pick % items.length] as Item;

/** What the bank, its clients, the tax service and the platform's staff do. */
export const BANK_COMMANDS = {
  async refuseNextOrders(world, _scene, pick) {
    await world.call(null, "PUT", `${SANDBOX}/bank/switches`, {
      failNext: 1 + (pick % 2),
      failReason: pick % 3 === 0 ? "CARD_BLOCKED" : "BANK_LIMIT",
    });
  },
  async returnNextOrders(world, _scene, pick) {
    await world.call(null, "PUT", `${SANDBOX}/bank/switches`, {
      returnNext: 1 + (pick % 2),
      returnAfterSeconds: at(RETURN_SECONDS, pick),
    });
  },
  async answerLater(world, _scene, pick) {
    await world.call(
      null,
      "PUT",
      `${SANDBOX}/${pick % 2 === 0 ? "bank" : "tax-service"}/switches`,
      {
        answerAfterSeconds: at(ANSWER_SECONDS, pick >> 1),
      },
    );
  },
  async refuseNextReceipts(world, _scene, pick) {
    await world.call(null, "PUT", `${SANDBOX}/tax-service/switches`, {
      failNext: 1 + (pick % 2),
      failReason: at(TAX_REASONS, pick),
    });
  },
  async returnOrderLate(world, _scene, pick) {
    const { rows } = await sql<{ order_id: string }>`
      SELECT order_id FROM sandbox.bank_orders
      WHERE failure_reason IS NULL AND answer_at <= ${world.now()} AND return_at IS NULL
      ORDER BY taken_at DESC, order_id LIMIT 4`.execute(world.db);
    if (rows.length > 0)
      await world.call(
        null,
        "POST",
        `${SANDBOX}/bank/orders/${at(rows, pick).order_id}/return`,
        {},
      );
  },
  async annulInMyTax(world, scene, pick) {
    const { rows } = await sql<{ receipt_id: string }>`
      SELECT receipt_id FROM sandbox.tax_incomes
      WHERE inn = ANY (${scene.workers.map(({ inn }) => inn)}::text[])
        AND error IS NULL
        AND answer_at <= ${world.now()}
        AND canceled_at IS NULL
      ORDER BY operation_id`.execute(world.db);
    if (rows.length > 0)
      await world.call(
        null,
        "POST",
        `${SANDBOX}/tax-service/receipts/${at(rows, pick).receipt_id}/annul`,
        {},
      );
  },
  async takeAccessAway(world, scene, pick) {
    await letIn(world, at(scene.workers, pick).inn, false);
  },
  async giveAccessBack(world, scene, pick) {
    await letIn(world, at(scene.workers, pick).inn, true);
  },

  async sendUnknownMoney(world, scene, pick) {
    await world.call(null, "POST", `${SANDBOX}/bank/payments`, {
      amount: 555.55 + (pick % 3),
      purpose: "За услуги",
      payerInn: pick % 2 === 0 ? scene.accountInn : "7707083893",
    });
  },
  async creditUnknownMoney(world, scene, pick) {
    const { rows } = await sql<{ id: bigint; invoice: bigint }>`
      SELECT p.id, i.id AS invoice
      FROM incoming_payments p
      CROSS JOIN invoices i
      WHERE p.account_id IS NULL AND i.account_id = ${scene.account}
      ORDER BY p.id DESC, i.id LIMIT 3`.execute(world.db);
    if (rows.length === 0) return;
    const { id, invoice } = at(rows, pick);
    await world.call(null, "POST", `${SANDBOX}/bank/payments/${id}/match`, {
      invoiceID: Number(invoice),
    });
  },
  async returnUnknownMoney(world, scene, pick) {
    const { rows } = await sql<{ id: bigint; is_own: boolean }>`
      SELECT id, payer_inn = ${scene.accountInn} AS is_own FROM incoming_payments
      WHERE account_id IS NULL AND return_state IS NULL
      ORDER BY id DESC LIMIT 3`.execute(world.db);
    if (rows.length === 0) return;
    const { id, is_own: isOwn } = at(rows, pick);
    if (isOwn)
      await world.call(scene.owner, "POST", `/open-api/v1/incoming-payments/${id}/return`, {});
    else await world.call(null, "POST", `${SANDBOX}/moderation/payment/${id}/return`, {});
  },

  /** The day from which the tax of the month before is decided and paid. */
  async endMonth(world) {
    const today = moscowDate(world.now());
    const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7));
    const month = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
    world.product.clock.set(new Date(`${month}-12T09:00:00+03:00`));
    await world.turn();
  },
} satisfies Record<string, Command>;

function letIn(world: World, inn: string, bound: boolean): Promise<unknown> {
  return world.call(null, "PUT", `${SANDBOX}/tax-service/taxpayers`, {
    inn,
    registered: true,
    bound,
  });
}
