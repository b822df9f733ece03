import { sql } from "kysely";
import { CHOSEN_CARD } from "#server/money/destinations/index.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { PayoutOrder } from "#server/integrations/bank/port.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";

/** Name of the task that sends payouts, under which failed ones are set aside. */
export const SEND_ORDERS = "payouts.send-orders";

export interface OrderRow {
  readonly id: bigint;
  readonly account_id: number;
  readonly registry_id: number | null;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  /** Kept for the tax; the bank order is for the rest. */
  readonly tax_reserved_kopecks: bigint;
  readonly attempt: number;
  readonly kind: PayoutOrder["kind"];
  readonly inn: string;
  readonly recipient: string;
  readonly phone: string;
  readonly job_id: bigint;
  readonly customer_name: string;
  readonly card_token: string | null;
  /** Mask of the card or account that an order made now would go to. */
  readonly pan_mask: string | null;
  readonly account_mask: string | null;
  /** Mask of the destination when the payout became ready; `null`: none chosen, or by phone. */
  readonly destination_mask: string | null;
  readonly bank_bik: string | null;
  readonly sealed_account_number: Buffer | null;
  readonly sent_at: Date | null;
  /** Stopped by the worker: nothing is ordered. */
  readonly is_stopped: boolean;
  /** Large sums wait until then. */
  readonly large_from: Date | null;
}

/**
 * Locks up to `limit` due payouts of the state; other processes skip them.
 *
 * @param state - READY: to be ordered; SENT: to be queried.
 */
export async function leaseOrders(
  trx: Trx,
  state: "READY" | "SENT",
  at: Date,
  limit: number,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    WITH p AS MATERIALIZED (SELECT * FROM payouts
      WHERE state = ${state} AND due_at <= ${at}
      ORDER BY due_at, id
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)
    SELECT p.id, p.account_id, p.registry_id, p.workman_id, p.amount_kopecks,
      p.tax_reserved_kopecks, p.attempt, p.kind, p.job_id, p.sent_at, p.destination_mask,
      a.short_name AS customer_name,
      w.inn, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS recipient, person.phone,
        card.token AS card_token, card.pan_mask, acc.bank_bik, acc.account_mask,
        acc.sealed_account_number,
        w.payouts_stopped_by IS NOT NULL AS is_stopped, w.large_payouts_from AS large_from
    FROM p
    JOIN accounts a ON a.id = p.account_id
    JOIN workmen w ON w.id = p.workman_id
    JOIN people person ON person.id = w.person_id
    LEFT JOIN LATERAL ${CHOSEN_CARD} card ON p.kind = 'CARD'
    LEFT JOIN workman_payment_accounts acc ON p.kind = 'PAYMENT_ACCOUNT'
      AND acc.workman_id = w.id
      AND acc.confirmed_at IS NOT NULL`.execute(trx);
  return rows;
}

/** The bank's idempotency key: a new attempt after a return is another order. */
export function orderIdOf(row: Pick<OrderRow, "account_id" | "id" | "attempt">): string {
  return `${row.account_id}-${row.id}-${row.attempt}`;
}

export function destinationMaskOf(
  row: Pick<OrderRow, "kind" | "pan_mask" | "account_mask" | "phone">,
): string | null {
  return row.kind === "CARD"
    ? row.pan_mask
    : row.kind === "SBP"
      ? maskPhone(row.phone)
      : row.account_mask;
}

/** The worker's part. */
export function netOf(row: Pick<OrderRow, "amount_kopecks" | "tax_reserved_kopecks">): bigint {
  return row.amount_kopecks - row.tax_reserved_kopecks;
}

/** @returns `null` when the worker no longer has such requisites. */
export function orderOf(row: OrderRow, secrets: Secrets): PayoutOrder | null {
  const destination = destinationOf(row, secrets);
  if (destination === null) return null;
  return {
    orderId: orderIdOf(row),
    kind: row.kind,
    amountKopecks: netOf(row),
    destination,
    recipientName: row.recipient,
    recipientInn: row.inn,
    purpose: `Оплата по акту № ${row.job_id} за услуги, оказанные ${row.customer_name}. НДС не облагается`,
  };
}

function destinationOf(row: OrderRow, secrets: Secrets): string | null {
  switch (row.kind) {
    case "CARD":
      return row.card_token;
    case "PAYMENT_ACCOUNT":
      return row.bank_bik && row.sealed_account_number
        ? `${row.bank_bik}:${secrets.unseal(row.sealed_account_number)}`
        : null;
    case "SBP":
      return row.phone;
  }
}
