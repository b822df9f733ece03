import { sql } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import {
  CHOSEN_CARD,
  IS_SBP_DISOWNED,
  STOPPED_PAUSE_MS,
  tooMuchToday,
} from "#server/money/destinations/index.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { PayoutOrder } from "#server/integrations/bank/port.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";
import type {
  LockedOrder,
  NotSent,
  OrderStage,
  Versioned,
} from "#server/money/bank-orders/index.ts";
import type { Claim } from "#server/work/item-task.ts";
import type { Platform } from "#server/platform.ts";

export const PAYOUT_ORDERS = "payouts.orders";

export interface OrderedPayout extends Versioned {
  readonly id: bigint;
  readonly account_id: number;
  readonly registry_id: number | null;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  /** Kept for the tax and for a debt; the bank order is for the rest. */
  readonly tax_reserved_kopecks: bigint;
  readonly debt_taken_kopecks: bigint;
  readonly attempt: number;
  readonly state: PayoutState;
  readonly sent_at: Date | null;
}

export interface OrderRow extends OrderedPayout {
  readonly kind: PayoutOrder["kind"];
  readonly inn: string;
  readonly recipient: string;
  /** Like the card and the account: `null` when it is no destination, as the lease finds it. */
  readonly phone: string | null;
  readonly job_id: bigint;
  readonly customer_name: string;
  readonly card_token: string | null;
  /** For an order made now. */
  readonly pan_mask: string | null;
  readonly account_mask: string | null;
  readonly bank_bik: string | null;
  readonly sealed_account_number: Buffer | null;
  /** Registered when it was leased; entrepreneurs need none. */
  readonly has_receipt: boolean;
}

/**
 * Leases due payouts of the stage. A READY one is put off with the reason when the worker has said
 * «Это не я», or when it or the day's sum is large and its destination at most a day old.
 */
export async function leaseOrders(
  { db, largePayoutKopecks }: Pick<Platform, "db" | "largePayoutKopecks">,
  stage: "READY" | "SENT",
  { at, until, limit, isFree }: Claim,
): Promise<OrderRow[]> {
  const waits = sql`
    CASE
      WHEN d.state <> 'READY' THEN NULL
      WHEN w.payouts_stopped_by IS NOT NULL THEN 'STOPPED'
      WHEN w.large_payouts_from > ${at}
        AND (d.account_id, d.id) IN (SELECT account_id, id FROM much)
        THEN 'NEW_DESTINATION' END`;
  const ofFresh = { boundKopecks: largePayoutKopecks, at };
  return inBatchTransaction(db, async (trx) => {
    // A lease lost in a crash is taken anew: its commit need not wait for the disk.
    await sql`SET LOCAL synchronous_commit = off`.execute(trx);
    const { rows } = await sql<OrderRow>`
      WITH d AS MATERIALIZED (SELECT * FROM payouts
        WHERE ${stage === "READY" ? sql`state = 'READY'` : sql`state IN ('BANK_HELD', 'SENT')`}
          AND due_at <= ${at}
          AND (leased_until IS NULL OR leased_until <= ${at})
          AND ${isFree(sql`concat_ws('-', account_id, id, attempt)`)}
        ORDER BY state, due_at, id
        LIMIT ${limit}
        FOR UPDATE SKIP LOCKED),
      much AS (${tooMuchToday(sql`(SELECT workman_id FROM d)`, ofFresh)}),
      p AS (
        UPDATE payouts y
        SET waits_for = k.waits_for,
          leased_until = CASE WHEN k.waits_for IS NULL THEN ${until}::timestamptz END,
          due_at = CASE k.waits_for
            WHEN 'STOPPED' THEN ${new Date(at.getTime() + STOPPED_PAUSE_MS)}
            WHEN 'NEW_DESTINATION' THEN k.large_payouts_from
            ELSE y.due_at END
        FROM (SELECT d.account_id, d.id, w.large_payouts_from, ${waits} AS waits_for
          FROM d
          JOIN workmen w ON w.id = d.workman_id) k
        WHERE y.account_id = k.account_id AND y.id = k.id
        RETURNING y.*, y.xmin::text AS row_version)
      SELECT p.id, p.account_id, p.registry_id, p.workman_id, p.amount_kopecks,
        p.tax_reserved_kopecks, p.debt_taken_kopecks, p.attempt, p.state, p.kind, p.job_id, p.sent_at, p.row_version,
        a.short_name AS customer_name,
        w.inn, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS recipient,
          CASE WHEN p.kind = 'SBP' AND NOT ${IS_SBP_DISOWNED} THEN person.phone END AS phone,
          card.token AS card_token, card.pan_mask, acc.bank_bik, acc.account_mask,
          acc.sealed_account_number,
        NOT EXISTS (SELECT FROM receipts r
          WHERE r.account_id = p.account_id AND r.payout_id = p.id AND r.state <> 'REGISTERED')
          AS has_receipt
      FROM p
      JOIN accounts a ON a.id = p.account_id
      JOIN workmen w ON w.id = p.workman_id
      JOIN people person ON person.id = w.person_id
      LEFT JOIN LATERAL ${CHOSEN_CARD} card ON p.kind = 'CARD'
      LEFT JOIN workman_payment_accounts acc ON p.kind = 'PAYMENT_ACCOUNT'
        AND acc.workman_id = w.id
        AND acc.confirmed_at IS NOT NULL
      WHERE p.waits_for IS NULL`.execute(trx);
    return rows;
  });
}

const STAGES: Readonly<Partial<Record<PayoutState, OrderStage>>> = {
  READY: "READY",
  SENT: "SENT",
  BANK_HELD: "HELD",
  PAID: "DONE",
};

/** Newest orders only, of payouts that the bank's word may change. */
export async function lockOrders(
  trx: Trx,
  orderIds: readonly string[],
): Promise<LockedOrder<OrderedPayout>[]> {
  const keys = orderIds.flatMap((orderId) => {
    const [, accountId, id, attempt] = /^(\d{1,9})-(\d{1,18})-(\d{1,4})$/.exec(orderId) ?? [];
    return accountId && id && attempt ? [{ accountId, id, attempt }] : [];
  });
  if (keys.length === 0) return [];
  const { rows } = await sql<OrderedPayout>`
    SELECT p.id, p.account_id, p.registry_id, p.workman_id, p.amount_kopecks,
      p.tax_reserved_kopecks, p.debt_taken_kopecks, p.attempt, p.state, p.sent_at, p.xmin::text AS row_version
    FROM unnest(${keys.map((key) => key.accountId)}::integer[], ${keys.map((key) => key.id)}::bigint[],
      ${keys.map((key) => key.attempt)}::integer[]) AS k(account_id, id, attempt)
    JOIN payouts p ON p.account_id = k.account_id AND p.id = k.id AND p.attempt = k.attempt
    WHERE p.state = ANY (${Object.keys(STAGES)}::text[])
    FOR UPDATE OF p`.execute(trx);
  return rows.map((row) => ({ row, stage: STAGES[row.state] as OrderStage }));
}

/** The bank's idempotency key: an attempt after a return is another order. */
export function orderIdOf(row: Pick<OrderedPayout, "account_id" | "id" | "attempt">): string {
  return `${row.account_id}-${row.id}-${row.attempt}`;
}

export function destinationMaskOf(
  row: Pick<OrderRow, "kind" | "pan_mask" | "account_mask" | "phone">,
): string | null {
  return row.kind === "CARD"
    ? row.pan_mask
    : row.kind === "SBP"
      ? row.phone && maskPhone(row.phone)
      : row.account_mask;
}

/** The worker's part, as `netPayOf` has it. */
export function netOf(
  row: Pick<OrderedPayout, "amount_kopecks" | "tax_reserved_kopecks" | "debt_taken_kopecks">,
): bigint {
  return row.amount_kopecks - row.tax_reserved_kopecks - row.debt_taken_kopecks;
}

/** @returns a sentence when its receipt was annulled: an order of before is still asked about. */
export function orderOf(row: OrderRow, secrets: Secrets): PayoutOrder | NotSent {
  if (!row.has_receipt) return "Чек выплаты не зарегистрирован: без него она не уходит";
  const destination = destinationOf(row, secrets);
  if (typeof destination === "string") return destination;
  return {
    orderId: orderIdOf(row),
    kind: row.kind,
    amountKopecks: netOf(row),
    ...destination,
    recipientName: row.recipient,
    recipientInn: row.inn,
    purpose: `Оплата по акту № ${row.job_id} за услуги, оказанные ${row.customer_name}. НДС не облагается`,
  };
}

function destinationOf(
  row: OrderRow,
  secrets: Secrets,
): Pick<PayoutOrder, "destination"> | NotSent {
  const { kind, card_token: token, phone, bank_bik: bik, sealed_account_number: sealed } = row;
  if (kind === "CARD") return token === null ? "CARD_BLOCKED" : { destination: token };
  if (kind === "SBP") return phone === null ? "ACCOUNT_CLOSED" : { destination: phone };
  if (!bik || !sealed) return "ACCOUNT_CLOSED";
  try {
    return { destination: `${bik}:${secrets.unseal(sealed)}` };
  } catch {
    // The error may quote the requisites: the person reads only what to do.
    return "Реквизиты исполнителя не читаются. Попросите его указать их заново";
  }
}
