import { sql, type Kysely, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { WITHDRAWAL_TRANSITIONS } from "#contract/workman-wallet/wallet-states.ts";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { PayoutFailure, PayoutOrder } from "#server/integrations/bank/port.ts";
import {
  settledOneByOne,
  type LockedOrder,
  type NeverPaid,
  type NotSent,
  type OrderKind,
  type OrderStage,
  type SettledOrder,
  type Versioned,
} from "#server/money/bank-orders/index.ts";
import { IS_NAMED_CARD } from "#server/money/destinations/index.ts";
import { post } from "#server/money/ledger/index.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition, type Move } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { orderIdOf, returnToWallet, WITHDRAWAL_ORDERS } from "../actions/return-to-wallet.ts";

interface WithdrawalRow extends Versioned {
  readonly id: bigint;
  readonly workman_id: number;
  readonly person_id: number;
  readonly card_id: number;
  readonly amount_kopecks: bigint;
  readonly fee_kopecks: bigint;
  readonly state: string;
  readonly sent_at: Date | null;
  /** `null`: no destination any more, when this was read. */
  readonly card_token: string | null;
  readonly inn: string | null;
  readonly recipient: string;
}

/**
 * `withdrawals` → the wallet owner's card, as long as it is one: the lease itself asks. Of a stopped
 * worker only what goes back to the wallet is taken up.
 */
export function withdrawalOrders(platform: Platform): OrderKind<WithdrawalRow, PayoutOrder> {
  return {
    name: WITHDRAWAL_ORDERS,
    idleMs: 1000,
    batch: 500,
    orderIdOf,
    sentAtOf: (row) => row.sent_at,
    orderOf,
    submit: (bank, orders) => bank.submitOrders(orders),
    lease: (stage, { at, until, limit, isFree }) =>
      select(
        platform.db,
        sql`
          UPDATE withdrawals SET due_at = ${until}, leased_until = ${until}
          WHERE id = ANY (ARRAY(SELECT id FROM withdrawals
            WHERE ${stage === "READY" ? sql`state = 'READY'` : sql`state IN ('BANK_HELD', 'SENT')`}
              AND due_at <= ${at}
              AND ${isFree(sql`'withdrawal-' || withdrawals.id`)}
              AND (state <> 'READY'
                OR NOT EXISTS (SELECT FROM workmen w
                  WHERE w.id = withdrawals.workman_id AND w.payouts_stopped_by IS NOT NULL)
                OR NOT EXISTS (SELECT FROM workman_cards c
                  WHERE c.id = withdrawals.card_id AND ${IS_NAMED_CARD}))
            ORDER BY state, due_at, id
            LIMIT ${limit}
            FOR UPDATE SKIP LOCKED))
          RETURNING *, xmin::text AS row_version`,
      ),
    isHeld: ({ state }) => state === "BANK_HELD",
    ...settledOneByOne<WithdrawalRow>({
      lock: lockWithdrawal,
      settle: (trx, order, at) => settle(platform, trx, order, at),
    }),
  };
}

async function lockWithdrawal(
  trx: Trx,
  orderId: string,
): Promise<LockedOrder<WithdrawalRow> | null> {
  const id = /^withdrawal-(\d{1,18})$/.exec(orderId)?.[1];
  if (!id) return null;
  const [row] = await select(
    trx,
    sql`SELECT *, xmin::text AS row_version FROM withdrawals WHERE id = ${BigInt(id)} FOR UPDATE`,
  );
  const stage = row && STAGES[row.state];
  return row && stage ? { row, stage } : null;
}

async function settle(
  platform: Platform,
  trx: Trx,
  { row, stage, outcome }: SettledOrder<WithdrawalRow>,
  at: Date,
): Promise<void> {
  if (outcome.status === "POSTPONED") {
    await sql`UPDATE withdrawals SET leased_until = NULL WHERE id = ${row.id}`.execute(trx);
    return;
  }
  if (outcome.status === "DONE") return confirm(platform, trx, row, at);
  if (outcome.status !== "WAITING")
    return refundWithdrawal(platform, trx, row, {
      reason: outcome.reason,
      state: outcome.status,
      from: stage === "DONE" ? "BANK" : "BANK_OUT",
      never: outcome.never,
      at,
    });
  const to = outcome.isHeld ? "BANK_HELD" : "SENT";
  await move(
    trx,
    row,
    transition(WITHDRAWAL_TRANSITIONS, "send", "system", { to }),
    sql`sent_at = coalesce(sent_at, ${at}), due_at = ${outcome.dueAt}`,
  );
  if (outcome.isHeld && stage !== "HELD")
    await notify(platform, trx, row, "WithdrawalHeld", null, at);
}

const STAGES: Readonly<Record<string, OrderStage | undefined>> = {
  READY: "READY",
  SENT: "SENT",
  BANK_HELD: "HELD",
  PAID: "DONE",
};

/** @param taken - query of `withdrawals` rows. */
async function select(
  db: Kysely<Schema> | Trx,
  taken: ReturnType<typeof sql>,
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    WITH d AS MATERIALIZED (${taken})
    SELECT d.id, d.row_version, d.state, d.workman_id, w.person_id, d.card_id, d.amount_kopecks, d.fee_kopecks,
      d.sent_at, w.inn, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS recipient,
      CASE WHEN ${IS_NAMED_CARD} THEN c.token END AS card_token
    FROM d
    JOIN workmen w ON w.id = d.workman_id
    JOIN workman_cards c ON c.workman_id = d.workman_id AND c.id = d.card_id
    ORDER BY d.id`.execute(db);
  return rows;
}

function orderOf(row: WithdrawalRow): PayoutOrder | NotSent {
  if (row.card_token === null) return "CARD_UNBOUND";
  return {
    orderId: orderIdOf(row),
    kind: "CARD",
    amountKopecks: row.amount_kopecks - row.fee_kopecks,
    destination: row.card_token,
    recipientName: row.recipient,
    recipientInn: row.inn ?? "",
    purpose: `Вывод собственных средств № ${row.id}. НДС не облагается`,
  };
}

async function confirm(platform: Platform, trx: Trx, row: WithdrawalRow, at: Date): Promise<void> {
  await move(
    trx,
    row,
    transition(WITHDRAWAL_TRANSITIONS, "pay", "system"),
    sql`paid_at = ${at}, sent_at = coalesce(sent_at, ${at})`,
  );
  const left = row.amount_kopecks - row.fee_kopecks;
  await post(trx, {
    event: "WITHDRAWAL_CONFIRMED",
    source: { type: "withdrawal", id: row.id },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "BANK_OUT", amountKopecks: left },
      { code: "BANK", amountKopecks: -left },
    ],
  });
  await notify(platform, trx, row, "WithdrawalPaid", null, at);
}

async function move(
  trx: Trx,
  { id }: WithdrawalRow,
  { set, from }: Move<string>,
  rest: RawBuilder<unknown>,
): Promise<void> {
  requireMoved(
    await sql`UPDATE withdrawals SET ${set}, leased_until = NULL, ${rest} WHERE id = ${id} AND ${from}`.execute(
      trx,
    ),
  );
}

async function refundWithdrawal(
  platform: Platform,
  trx: Trx,
  row: WithdrawalRow,
  {
    reason,
    state,
    ...back
  }: {
    readonly reason: PayoutFailure;
    readonly state: "RETURNED" | "FAILED";
    readonly from: "BANK_OUT" | "BANK";
    readonly never: NeverPaid;
    readonly at: Date;
  },
): Promise<void> {
  const { at } = back;
  const refund = transition(WITHDRAWAL_TRANSITIONS, "refund", "system", { to: state });
  // Ask about the card at once. Before the wallet, as whoever withdraws locks.
  if (reason === "CARD_BLOCKED")
    await sql`
      UPDATE workman_cards
      SET check_at = ${at}
      WHERE workman_id = ${row.workman_id} AND id = ${row.card_id}`.execute(trx);
  await returnToWallet(trx, row, refund, { ...back, reason });
  await notify(platform, trx, row, "WithdrawalFailed", reason, at);
}

async function notify(
  { events }: Platform,
  trx: Trx,
  row: WithdrawalRow,
  type: "WithdrawalPaid" | "WithdrawalHeld" | "WithdrawalFailed",
  reason: PayoutFailure | null,
  at: Date,
): Promise<void> {
  const resource: NoticePayload<"WithdrawalFailed"> = {
    amount: kopecksToRubles(row.amount_kopecks),
    declineReason: reason && definitionFor(REASONS.payoutFailure, reason),
  };
  await events.publish(trx, "notice.wanted", {
    personId: row.person_id,
    accountId: null,
    type: NOTICE_TYPES[type].id,
    resource,
    at,
  });
  await announce(trx, { to: `person:${row.person_id}`, resource: "workman-wallet" });
}
